
  // Addresses. Three forms of replay addresses stand for three forms of links, so that each can be turned back:
  //   http://replay/web/TIMEmod_/https://host/x   https://host/x
  //   //replay/web/TIMEmod_/https://host/x        //host/x
  //   /web/TIMEmod_/https://host/x                /x
  // and in a document that the server has rewritten:
  //   /web/TIMEmod_/https://host/folder/././x     x
  const { prefix, replayOrigin, appOrigin, time } = config;
  const prefixPath = prefix.slice(replayOrigin.length);
  const replayHost = replayOrigin.replace(/^https?:/, "");
  const escaped = (text) => text.replace(/[.*+?^${}()|[\]\\\/]/g, "\\$&");
  const addressStart = `((?:(?:http|ws)s?:)?${escaped(replayHost)})?${escaped(prefixPath)}(\\d*)([a-z]{2,4}_)?\\/`;
  const replayAddress = new RegExp(`^${addressStart}([^]*)$`, "i");
  const replayAddresses = new RegExp(
    `${addressStart}((?:[a-z]+:)?\\/\\/[^\\/"'\\s)<>?#&]*)([^"'\\s<>?#]*?(?:\\/\\.){2}\\/)?`, "gi");
  const addressParts = ["origin", "protocol", "host", "hostname", "port", "pathname", "search", "hash"];
  const realLocation = self.location;
  const baseOf = getterOf(prototypeOf("Node"), "baseURI");

  function parse(address, base) {
    try {
      return new URL(address, base);
    } catch {
      return null;
    }
  }

  // The archived address behind an absolute address as the browser gives it.
  function archived(address) {
    if (!isText(address)) return address;
    const found = replayAddress.exec(address);
    if (found) {
      const rest = found[4].replace(/^(https?:)\/(?=[^\/])/i, "$1//");
      const parsed = parse(rest, "http:");
      return parsed ? parsed.href : rest;
    }
    // A link that went over the top of its site, or that nobody has translated.
    const isLost = address === replayOrigin || address.startsWith(replayOrigin + "/");
    return isLost ? archivedOrigin() + address.slice(replayOrigin.length) : address;
  }

  // The address that this window or worker pretends to be at.
  function here() {
    return isPage ? archived(realLocation.href) : config.script;
  }

  // The address that relative links of this window or worker are resolved against.
  function base() {
    return isPage ? archived(baseOf(document)) : config.script;
  }

  // An empty frame has the origin of the page that made it.
  function archivedOrigin() {
    const found = replayAddress.exec(isPage ? realLocation.href : prefix + "/" + config.script);
    const parsed = parse(found && /^http/.test(found[4]) ? found[4] : config.uri);
    return parsed ? parsed.origin : "null";
  }

  function modifier() {
    const found = replayAddress.exec(realLocation.href);
    return found ? found[3] || "mp_" : "if_";
  }

  // Absolute replay address of what a script asks for; what is not of the web stays as it is.
  function request(address, kind) {
    const text = String(address);
    if (replayAddress.test(text)) return text;
    const parsed = parse(text, base());
    if (!parsed || !/^(https?|ftp|wss?):$/.test(parsed.protocol)) return address;
    return prefix + time + kind + "/" + archived(parsed.href);
  }

  // Replay form of a link as it stands in a document. Relative links that the browser resolves rightly stay.
  function link(address, kind) {
    const text = String(address);
    const bare = text.replace(/^[\0- ]+|[\t\n\r]/g, "").replaceAll("\\", "/");
    const scheme = /^([a-z][a-z\d+.-]*):/i.exec(bare);
    if (scheme && /^javascript$/i.test(scheme[1])) return "javascript:" + source(bare.slice(11));
    if (bare === "" || bare[0] === "#" || replayAddress.test(bare)) return text;
    if (scheme && !/^(https?|ftp)$/i.test(scheme[1])) return text;
    const parsed = parse(bare, base());
    if (!parsed || !/^(https?|ftp):$/.test(parsed.protocol)) return text;
    const target = archived(parsed.href);
    const path = time + kind + "/" + target;
    const realBase = isPage ? baseOf(document) : "";
    if (scheme || !replayAddress.test(realBase)) return prefix + path;
    if (bare.startsWith("//")) return replayHost + prefixPath + path;
    if (bare[0] === "/") return prefixPath + path;
    const asResolved = parse(text, realBase);
    return asResolved && archived(asResolved.href) === target ? text : prefix + path;
  }

  // Text in which no replay address is left: what `link` made is turned back.
  function restore(text) {
    if (!isText(text) || !text.includes(prefixPath)) return text;
    return text.replace(replayAddresses, (all, host, when, kind, site, folder = "") => {
      if (host && host[0] === "/") return site.replace(/^[a-z]+:/i, "") + folder;
      if (host || !folder && site.toLowerCase() !== archivedOrigin()) return site + folder;
      return "";
    });
  }

  // Address of this window after a change that stays in the same document or goes elsewhere.
  function destination(address) {
    const text = String(address);
    const parsed = parse(text, base());
    // The script that moves this window may be of another one. The browser knows which, and resolves against its base.
    if (parsed && /^[\w?]/.test(text) && !/^[a-z][a-z\d+.-]*:|\.\./i.test(text)) return text;
    if (!parsed) throw new DOMException(`'${address}' is not a valid URL.`, "SyntaxError");
    if (parsed.protocol === "javascript:") return "javascript:" + source(parsed.href.slice(11));
    const target = archived(parsed.href);
    if (!/^(https?|ftp):/.test(target)) return target;
    // The same document must keep its own time, or a change of the fragment would load it again.
    const isHere = target.split("#")[0] === here().split("#")[0];
    return isHere ? realLocation.href.split("#")[0] + (parsed.hash || (target.endsWith("#") ? "#" : ""))
      : prefix + time + modifier() + "/" + target;
  }
