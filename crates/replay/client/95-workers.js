
  // Workers. This very script is started as the worker; its fragment says what to run. A worker's `location` can be
  // redefined, unlike that of a window.
  function workers() {
    for (const name of ["Worker", "SharedWorker"]) {
      constructor(name, (given) => {
        if (given.length === 0) return undefined;
        const options = typeof given[1] === "object" && given[1] !== null ? given[1] : {};
        const parsed = parse(String(given[0]), base());
        if (!parsed) return undefined;
        const script = archived(parsed.href);
        const settings = { ...config, shift, script, uri: isPage ? pageAddress() : config.uri };
        const isModule = options.type === "module";
        settings.load = /^https?:/.test(script) ? prefix + time + (isModule ? "esm_" : "wkr_") + "/" + script : script;
        const starter = replayOrigin + "/_stodola/replay.js#";
        given[0] = isModule ? moduleWorker(settings) : starter + encodeURIComponent(JSON.stringify(settings));
        return undefined;
      });
    }
  }

  const { encodeURIComponent } = self;

  function pageAddress() {
    return /^http/.test(here()) ? here() : config.uri;
  }

  // Static imports are needed here: a worker that waits for an import loses the messages that come meanwhile.
  function moduleWorker(settings) {
    const blob = (text) => URL.createObjectURL(new self.Blob([text], { type: "text/javascript" }));
    const first = blob(`self.__stodola_config=${JSON.stringify(settings)}`);
    return blob([first, replayOrigin + "/_stodola/replay.js", settings.load]
      .map((address) => `import ${JSON.stringify(address)};`).join(""));
  }

  function workerLocation() {
    const parsed = parse(config.script);
    const location = Object.create(prototypeOf("WorkerLocation"));
    for (const part of ["href", ...addressParts]) {
      field(location, part, () => (part === "origin" ? archivedOrigin() : parsed[part]));
    }
    define(location, "toString", { value: disguise({ toString() { return parsed.href; } }.toString, "toString") });
    getter(self, "location", () => location);
    getter(self, "origin", archivedOrigin);
    method(self, "importScripts", (scope, given, original) =>
      apply(original, scope, given.map((address) => request(address, "wkr_"))));
  }
