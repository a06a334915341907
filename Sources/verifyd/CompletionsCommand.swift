import ArgumentParser

struct CompletionsCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "completions", abstract: "Print a script with which a shell completes commands and options.",
        discussion: """
            For this user, and from the next shell on:

              verifyd completions bash > ~/.local/share/bash-completion/completions/verifyd
              verifyd completions zsh > ~/.zfunc/_verifyd     # a folder of fpath
              verifyd completions fish > ~/.config/fish/completions/verifyd.fish
            """)

    /// The shells that ArgumentParser writes scripts for.
    enum Shell: String, ExpressibleByArgument, CaseIterable {
        case bash, zsh, fish
    }

    @Argument(help: "bash, zsh or fish.")
    var shell: Shell

    func run() {
        let shell: CompletionShell =
            switch shell {
            case .bash: .bash
            case .zsh: .zsh
            case .fish: .fish
            }
        print(Verifyd.completionScript(for: shell))
    }
}
