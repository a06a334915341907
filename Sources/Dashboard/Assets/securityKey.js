// Asks a security key before a form is sent. Without it the form says that a key needs JavaScript.
(() => {
  "use strict";
  const notice = document.querySelector("[data-key-request]");
  const form = notice?.closest("form");
  if (!form) { return; }
  const request = JSON.parse(notice.dataset.keyRequest);
  const button = form.querySelector("button");

  const say = (text) => {
    notice.textContent = text;
    notice.hidden = text === "";
  };

  const bytes = (text) => Uint8Array.from(atob(text.replaceAll("-", "+").replaceAll("_", "/")), (letter) => letter.charCodeAt(0));
  const text = (buffer) =>
    btoa(Array.from(new Uint8Array(buffer), (byte) => String.fromCharCode(byte)).join(""))
      .replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
  const key = (id) => ({ type: "public-key", id: bytes(id) });

  const create = async () => {
    const made = await navigator.credentials.create({
      publicKey: {
        challenge: bytes(request.challenge),
        rp: { id: request.site, name: "verifyd" },
        user: { id: new TextEncoder().encode(request.name), name: request.name, displayName: request.name },
        pubKeyCredParams: request.algorithms.map((alg) => ({ type: "public-key", alg })),
        excludeCredentials: request.known.map(key),
        authenticatorSelection: { residentKey: "discouraged", userVerification: "discouraged" },
        attestation: "none",
        timeout: request.timeout,
      },
    });
    return [made.response.clientDataJSON, made.response.attestationObject];
  };

  const sign = async () => {
    const signed = await navigator.credentials.get({
      publicKey: {
        challenge: bytes(request.challenge),
        rpId: request.site,
        allowCredentials: request.known.map(key),
        userVerification: "discouraged",
        timeout: request.timeout,
      },
    });
    return [signed.rawId, signed.response.clientDataJSON, signed.response.authenticatorData, signed.response.signature];
  };

  const trouble = (error) => {
    switch (error.name) {
      case "InvalidStateError": return "You have added this key already.";
      case "NotAllowedError": return "No key has answered. Try again, and touch the key when it blinks.";
      case "SecurityError": return `Keys work at ${request.origin} only, and this page is at ${location.origin}.`;
      default: return `The browser could ask no key: ${error.message}`;
    }
  };

  const ask = async () => {
    button.disabled = true;
    say("");
    try {
      const parts = await (request.isNew ? create() : sign());
      form.elements.answer.value = parts.map(text).join(".");
      form.submit();
    } catch (error) {
      say(trouble(error));
      button.disabled = false;
    }
  };

  if (location.origin !== request.origin) {
    say(`Keys work at ${request.origin} only, and this page is at ${location.origin}. Open it there, or mend the setting dashboard.url.`);
    button.disabled = true;
  } else if (!window.isSecureContext || !window.PublicKeyCredential) {
    say("This browser has no security keys.");
    button.disabled = true;
  } else {
    say("");
    form.addEventListener("submit", (event) => {
      event.preventDefault();
      ask();
    });
  }
})();
