
  // What scripts load by themselves. They get the bytes as they were captured; what they put into the page is
  // translated then.
  function networkCalls() {
    method(self, "fetch", (scope, given, original) => {
      const [input, options] = given;
      // An invalid address must be refused by the browser, with its own words.
      if (given.length > 0 && !isRequest(input)) given[0] = request(input, "ir_");
      if (options && options.referrer) given[1] = { ...options, referrer: referrerOption(options.referrer) };
      return apply(original, scope, given);
    });
    constructor("Request", (given) => {
      if (given.length > 0 && !isRequest(given[0])) given[0] = request(given[0], "ir_");
      if (given[1] && given[1].referrer) given[1] = { ...given[1], referrer: referrerOption(given[1].referrer) };
    });
    translate(prototypeOf("XMLHttpRequest"), "open", 1, (address) => request(address, "ir_"));
    constructor("EventSource", (given) => {
      if (given.length > 0) given[0] = request(given[0], "ir_");
    });
    constructor("WebSocket", (given) => {
      const parsed = parse(String(given[0]).replace(/^http/, "ws"), base().replace(/^http/, "ws"));
      const isSocket = parsed && /^wss?:$/.test(parsed.protocol);
      if (isSocket) given[0] = (prefix + time + "ws_/" + parsed.href).replace(/^http/, "ws");
    });
    const navigator = self.Navigator && prototypeOf("Navigator");
    method(navigator, "sendBeacon", (receiver, given) => {
      if (!parse(String(given[0]), base())) throw new TypeError("Invalid URL");
      return true;
    });
    translate(prototypeOf("Worklet"), "addModule", 0, (address) => request(address, "esm_"));
    // These could reach the live web beside everything else.
    remove(self, "RTCPeerConnection", "webkitRTCPeerConnection", "RTCDataChannel", "WebTransport", "WebSocketStream");
    remove(self, "FencedFrameConfig", "HTMLFencedFrameElement", "PresentationRequest", "fetchLater");
    refuseServiceWorkers();
  }

  function isRequest(input) {
    return typeof input === "object" && input !== null && input instanceof realRequest;
  }

  function referrerOption(address) {
    return /^(about:client)?$/.test(address) ? address : destinationOf(address);
  }

  function destinationOf(address) {
    const made = request(address, "mp_");
    return String(made).startsWith(replayOrigin) ? made : "";
  }

  // A worker between the page and the archive would have to be an archived one, from another time. Pages go on
  // without it, as they must in a browser that refuses it.
  function refuseServiceWorkers() {
    const container = prototypeOf("ServiceWorkerContainer");
    const reason = "An archived page has no service worker.";
    method(container, "register", () => Promise.reject(new DOMException(reason, "SecurityError")));
    method(container, "getRegistration", () => Promise.resolve(undefined));
    method(container, "getRegistrations", () => Promise.resolve([]));
    getter(container, "controller", () => null);
    getter(container, "ready", () => new Promise(() => {}));
  }
