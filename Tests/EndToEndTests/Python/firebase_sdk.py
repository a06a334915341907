def build_sdk(folder):
    raise NotImplementedError
