/// The template of the inbox page; its braces are triple because `InboxPage` has already escaped all texts.
enum InboxPageTemplate {
    static let html = """
        <!doctype html>
        <html lang="en">
        <head>
        <meta charset="utf-8">
        <meta name="viewport" content="width=device-width, initial-scale=1">
        <meta name="color-scheme" content="light dark">
        <title>Sandbox inbox</title>
        <noscript><meta http-equiv="refresh" content="5"></noscript>
        <style nonce="{{{nonce}}}">\(style)</style>
        </head>
        <body>
        <header>
        <div class="title"><h1>Sandbox inbox</h1><p id="count">{{{count}}}</p></div>
        <p class="notice"><strong>Nothing is sent.</strong> These messages stay on this machine, codes and all.</p>
        <div class="tools">
        <form class="search" method="get" action="./" role="search">
        <label for="phone" class="unseen">Phone number</label>
        <input id="phone" name="phone" type="search" inputmode="tel" autocomplete="off" placeholder="Phone number"\
         value="{{{search}}}">
        <button>Filter</button>{{#isSearch}} <a href="./">Show all</a>{{/isSearch}}
        </form>
        <form method="post" action="clear"><button class="quiet">Clear inbox</button></form>
        </div>
        </header>
        <main id="messages" data-newest="{{{newest}}}" aria-live="polite">
        {{#messages}}
        <article>
        <div class="head"><span class="phone" dir="ltr">{{{phone}}}</span>\
        <time datetime="{{{time}}}" title="{{{time}}}">{{{clock}}} UTC</time></div>
        <p class="text" dir="auto" lang="{{{language}}}">{{{text}}}</p>
        <ul>{{#hasLanguage}}<li>{{{language}}}</li>{{/hasLanguage}}\
        <li>{{{encoding}}}</li><li{{#isLong}} class="warn"{{/isLong}}>{{{segments}}}</li>\
        {{#mayBeDuplicate}}<li class="warn">may be a duplicate</li>{{/mayBeDuplicate}}\
        <li>by {{{wireProtocol}}}</li><li class="id">{{{id}}}</li>\
        {{#hasReceipt}}<li>receipt: {{{receipt}}}</li>{{/hasReceipt}}</ul>
        </article>
        {{/messages}}
        {{#isEmpty}}
        <p class="empty">{{#isSearch}}No message to a number like this one.{{/isSearch}}\
        {{^isSearch}}No messages yet. They appear here as they arrive.{{/isSearch}}</p>
        {{/isEmpty}}
        </main>
        <script nonce="{{{nonce}}}">\(script)</script>
        </body>
        </html>
        """

    private static let style = """

        :root { --ground: #f6f6f4; --card: #fff; --ink: #1d1f21; --soft: #62676c; --line: #dfe0dd;
          --accent: #2457a6; --notice: #fdf3d7; --notice-ink: #5c4508; --warn: #9a3b12; }
        @media (prefers-color-scheme: dark) { :root { --ground: #16181a; --card: #1f2225; --ink: #e7e8e6;
          --soft: #9ba1a6; --line: #34383c; --accent: #8db4f0; --notice: #3a3115; --notice-ink: #f1dea6;
          --warn: #f0a37c; } }
        * { box-sizing: border-box; }
        body { margin: 0 auto; max-width: 46rem; padding: 1.5rem 1rem 4rem; background: var(--ground);
          color: var(--ink); font: 1rem/1.5 system-ui, sans-serif; }
        h1 { margin: 0; font-size: 1.35rem; }
        p { margin: 0; }
        .title { display: flex; justify-content: space-between; align-items: baseline; gap: 1rem; }
        .unseen { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); }
        #count, time, li { color: var(--soft); font-size: .875rem; }
        .notice { margin: .75rem 0; padding: .5rem .75rem; border-radius: .5rem; background: var(--notice);
          color: var(--notice-ink); }
        .tools { display: flex; flex-wrap: wrap; justify-content: space-between; gap: .5rem; }
        form { display: flex; align-items: center; gap: .5rem; }
        .search { flex: 1 1 13rem; min-width: 0; }
        input, button { font: inherit; color: inherit; padding: .35rem .7rem; border: 1px solid var(--line);
          border-radius: .5rem; background: var(--card); }
        input { flex: 0 1 14rem; min-width: 0; }
        button { cursor: pointer; }
        button.quiet { color: var(--warn); }
        a { color: var(--accent); white-space: nowrap; }
        :focus-visible { outline: 2px solid var(--accent); outline-offset: 1px; }
        main { display: grid; gap: .75rem; margin-top: 1rem; }
        article { min-width: 0; padding: .75rem 1rem; border: 1px solid var(--line); border-radius: .75rem;
          background: var(--card); }
        .head { display: flex; flex-wrap: wrap; justify-content: space-between; gap: 0 1rem; }
        .phone { font-weight: 600; font-variant-numeric: tabular-nums; overflow-wrap: anywhere; }
        time { font-variant-numeric: tabular-nums; }
        .text { margin: .35rem 0 .5rem; font-size: 1.1rem; white-space: pre-wrap; overflow-wrap: anywhere; }
        ul { display: flex; flex-wrap: wrap; gap: 0 1rem; margin: 0; padding: 0; list-style: none; }
        li.warn { color: var(--warn); }
        li.id { overflow-wrap: anywhere; }
        .empty { padding: 3rem 0; text-align: center; color: var(--soft); }

        """

    /// Waits for the next message, then takes the list out of a fresh page, so that only the template makes rows.
    ///
    /// A wait ends after five seconds without a message too, because a receipt changes a row.
    private static let script = """

        const pause = (time) => new Promise((resolve) => setTimeout(resolve, time));
        async function follow() {
          let newest = Number(document.getElementById("messages").dataset.newest);
          for (;;) {
            try {
              const answer = await fetch(`api/messages?limit=1000&wait=5&after=${newest}`);
              const { messages } = await answer.json();
              await pause(200);
              newest = messages.at(-1)?.sequence ?? newest;
              const page = await (await fetch(location.href)).text();
              const fresh = new DOMParser().parseFromString(page, "text/html");
              for (const id of ["messages", "count"]) {
                document.getElementById(id).replaceWith(fresh.getElementById(id));
              }
            } catch {
              await pause(2000);
            }
          }
        }
        follow();

        """
}
