// Shows the captcha, and leads back into the app with what the provider gave, or with the reason why it gave nothing.
"use strict";
(() => {
  // By its nonce the browser runs this script; the provider's needs the nonce too.
  const { nonce } = document.currentScript;
  const element = (id) => document.getElementById(id);
  const call = JSON.parse(element("call").textContent);
  // An app that has App Check puts its token behind the #. No script of the provider should find it there.
  const appCheck = new URLSearchParams(location.hash.slice(1)).get("fac");
  history.replaceState(null, "", location.pathname + location.search);

  const longestLoad = 20_000;
  const longestQuestion = 10_000;
  let isOver = false;

  // The app reads the query of the inner address; a space written as a plus would stay a plus there.
  function leadBack(outcome) {
    if (isOver) return;
    isOver = true;
    const query = Object.entries({ authType: "verifyApp", eventId: call.eventId, ...outcome })
      .map((field) => field.map(encodeURIComponent).join("="))
      .join("&");
    const answer = `${location.origin}/__/auth/callback?${query}`;
    const back = element("back");
    back.href = `${call.scheme}://firebaseauth/link?deep_link_id=${encodeURIComponent(answer)}`;
    back.hidden = false;
    element("instruction").hidden = true;
    element("widget").hidden = true;
    back.focus();
    // Some browsers do not follow it before the person has touched the page; then the link is there to be touched.
    location.assign(back.href);
  }

  function fail(code, message) {
    if (isOver) return;
    element("failure").hidden = false;
    leadBack({ firebaseError: JSON.stringify({ code: `auth/${code}`, message }) });
  }

  // The send asks for the token too, so here only a token that is surely bad ends the call.
  async function isAppRefused() {
    if (!appCheck) return false;
    const headers = { "X-Firebase-AppCheck": appCheck };
    if (call.bundle) headers["X-Ios-Bundle-Identifier"] = call.bundle;
    if (call.package) headers["X-Android-Package"] = call.package;
    try {
      const url = `/identitytoolkit.googleapis.com/v1/recaptchaParams?key=${encodeURIComponent(call.key)}`;
      const answer = await fetch(url, { headers, cache: "no-store", signal: AbortSignal.timeout(longestQuestion) });
      return answer.status === 401;
    } catch {
      return false;
    }
  }

  const isDark = matchMedia("(prefers-color-scheme: dark)").matches;

  function render() {
    const widget = element("widget");
    window[call.widget].render(widget, {
      sitekey: call.siteKey,
      // Not every provider knows actions, and only Turnstile takes the language here.
      ...(call.action && { action: call.action }),
      ...(call.language && { language: call.language }),
      theme: isDark ? "dark" : "light",
      // A usual widget is 304 pixels wide.
      size: widget.clientWidth < 304 ? "compact" : "normal",
      callback: (token) => leadBack({ recaptchaToken: token }),
      "error-callback": (code) => {
        fail("internal-error", `The captcha does not work here: ${code ?? "no reason given"}`);
        return true;
      },
    });
  }

  function load() {
    const isLate = setTimeout(() => fail("network-request-failed", "The captcha did not load in time."), longestLoad);
    window.captchaIsHere = () => {
      clearTimeout(isLate);
      try {
        render();
      } catch (problem) {
        fail("internal-error", `The captcha cannot be shown: ${problem.message}`);
      }
    };
    const script = document.createElement("script");
    Object.assign(script, { src: call.script, async: true, nonce });
    script.onerror = () => fail("network-request-failed", "The captcha could not be loaded.");
    document.head.append(script);
  }

  async function begin() {
    if (await isAppRefused()) {
      fail("firebase-app-check-token-is-invalid", "Firebase App Check token is invalid.");
    } else if (call.widget) {
      load();
    } else {
      // An emulator asks for no proof, so that any word is one.
      leadBack({ recaptchaToken: "no-captcha" });
    }
  }

  begin();
})();
