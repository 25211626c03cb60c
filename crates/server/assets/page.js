// Makes good pages livelier: keys, and the banner that follows the page in its frame. Without it everything works.
"use strict";
(() => {
  const isTyping = (node) => node.isContentEditable || /^(INPUT|TEXTAREA|SELECT)$/.test(node.tagName);
  const go = (rel) => {
    const link = document.querySelector(`a[rel~="${rel}"]`);
    if (link) link.click();
  };
  let at = -1;
  const toDifference = (step) => {
    const all = document.querySelectorAll(".row.diff");
    if (!all.length) return go(step > 0 ? "next" : "prev");
    at = (at + step + all.length) % all.length;
    all[at].tabIndex = -1;
    all[at].focus();
  };
  const toRow = (step) => {
    const rows = [...document.querySelectorAll("tbody th a[href]")];
    const now = rows.indexOf(document.activeElement);
    const next = rows[now < 0 ? 0 : now + step];
    if (next) next.focus();
  };
  addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || isTyping(event.target)) return;
    if (document.body.dataset.keys === "off") return;
    const box = document.getElementById("q");
    if (event.key === "/" && box) {
      event.preventDefault();
      box.focus();
    } else if (event.key === "n") toDifference(1);
    else if (event.key === "p") toDifference(-1);
    else if (event.key === "j") toRow(1);
    else if (event.key === "k") toRow(-1);
    else if (event.key === "?") {
      const keys = document.getElementById("keys");
      if (keys) {
        keys.open = true;
        keys.querySelector("summary").focus();
      }
    }
  });

  // Numbers of a harvest change in place. Nothing is built here, and a hidden page is told nothing.
  const sheet = document.querySelector("[data-stream]");
  if (sheet) {
    const { stream, stale, fresh } = sheet.dataset;
    const word = document.getElementById("live");
    const waits = [1, 2, 5, 10, 30];
    let source, last = 0, failed = 0, isOver = false;
    const tell = () => {
      if (!last || isOver || document.hidden) return;
      const seconds = Math.round((Date.now() - last) / 1000);
      sheet.classList.toggle("stale", seconds > 10);
      word.textContent = `${seconds > 10 ? stale : fresh} ${seconds} s`;
    };
    const show = (event) => {
      last = Date.now();
      failed = 0;
      for (const [path, text] of Object.entries(JSON.parse(event.data))) {
        const places = document.querySelectorAll(`[data-live="${CSS.escape(path)}"]`);
        for (const place of places) {
          // What is said aloud is said once.
          if (place.textContent !== text) place.textContent = text;
          const news = place.closest("[data-news]");
          if (news) news.hidden = !text;
        }
      }
      for (const box of document.querySelectorAll("[data-alarms]")) {
        box.hidden = !box.querySelector("li:not([hidden])");
      }
      tell();
    };
    // Charts are drawn by the server. What somebody reads or has opened stays.
    const redraw = async () => {
      const answer = await fetch(location.href, { headers: { Accept: "text/html" } });
      if (!answer.ok) return;
      const page = new DOMParser().parseFromString(await answer.text(), "text/html");
      // What is said aloud when it changes is drawn anew only at the end.
      for (const old of document.querySelectorAll(isOver ? "[data-redraw]" : "[data-redraw='']")) {
        const isUsed = old.contains(document.activeElement) || old.querySelector("details[open]");
        const drawn = page.getElementById(old.id);
        if (drawn && !isUsed) old.replaceWith(document.importNode(drawn, true));
      }
    };
    const draw = () => redraw().catch(() => {});
    const open = () => {
      if (document.hidden || isOver) return;
      source = new EventSource(stream);
      source.onmessage = show;
      source.addEventListener("draw", draw);
      source.addEventListener("end", (event) => {
        show(event);
        isOver = true;
        word.textContent = "";
        source.close();
        // Reports are written when a round ends.
        setTimeout(draw, 3000);
      });
      source.onerror = () => {
        source.close();
        setTimeout(open, 1000 * waits[Math.min(failed++, waits.length - 1)]);
      };
    };
    document.addEventListener("visibilitychange", () => {
      if (source) source.close();
      if (!document.hidden && !isOver) draw();
      open();
    });
    setInterval(tell, 1000);
    open();
  }

  // The reader follows links in the frame: the banner is drawn anew by the server, the address is changed.
  const frame = document.querySelector("iframe[data-origin]");
  if (!frame) return;
  const isPage = (data) => data && data.stodola === "page" && typeof data.uri === "string"
    && typeof data.time === "string" && /^\d{14}$/.test(data.time)
    && /^https?:\/\//i.test(data.uri) && data.uri.length < 8192;
  // The banner may say that this is not the time asked for: it stays while its own capture is shown.
  let { shown, root } = document.getElementById("banner").dataset;
  const follow = async (data) => {
    const uri = data.uri.replace(/#.*$/s, "").replace(/[\s"<>]/g, encodeURIComponent);
    const path = `${root}/replay/${data.time}/${uri}`;
    if (path === shown || new URL(path, location.href).origin !== location.origin) return;
    shown = path;
    history.replaceState(null, "", path);
    if (typeof data.title === "string") document.title = `${data.title.slice(0, 200)} – Stodola`;
    const answer = await fetch(path, { headers: { Accept: "text/html" } });
    const page = new DOMParser().parseFromString(await answer.text(), "text/html");
    const banner = page.getElementById("banner");
    if (banner && path === shown) {
      document.getElementById("banner").replaceWith(document.importNode(banner, true));
      await tellParts();
    }
  };
  // What is missing of the page, in the words of the server.
  const tellParts = async () => {
    const line = document.getElementById("parts");
    if (!line) return;
    const answer = await fetch(line.dataset.parts, { headers: { Accept: "application/json" } });
    const { sentence } = await answer.json();
    if (!sentence) return;
    line.querySelector("a").textContent = sentence;
    line.hidden = false;
  };
  tellParts().catch(() => {});
  addEventListener("message", (event) => {
    if (event.origin !== frame.dataset.origin || event.source !== frame.contentWindow) return;
    if (isPage(event.data)) follow(event.data).catch(() => {});
  });
})();
