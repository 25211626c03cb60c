
  // Time and chance: the clock starts at the time of the capture and goes on from there; random numbers are the same at
  // each visit, so that a page asks for the same addresses again.
  const { Math } = self;
  const realNow = RealDate.now;
  const shift = clockShift();

  function captureTime() {
    const digits = /^(\d{4})(\d\d)?(\d\d)?(\d\d)?(\d\d)?(\d\d)?/.exec(time);
    if (!digits) return realNow();
    const [year, month = 1, day = 1, hour = 0, minute = 0, second = 0] = digits.slice(1);
    return RealDate.UTC(year, month - 1, day, hour, minute, second);
  }

  // Milliseconds from the reader's clock to the page's. The frames of a page have its clock.
  function clockShift() {
    if (config.date === false) return 0;
    if (config.shift !== undefined) return config.shift;
    const parent = isPage ? parentOf(self) : self;
    const inherited = parent === self ? undefined : across(() => parent.__stodola.shift);
    return inherited ?? captureTime() - realNow();
  }

  function now() {
    return realNow() + shift;
  }

  function clock() {
    if (config.date === false) return;
    const made = new Proxy(RealDate, {
      apply: (target) => new target(now()).toString(),
      construct: (target, given, newTarget) =>
        construct(target, given.length === 0 ? [now()] : given, newTarget === made ? target : newTarget),
    });
    shownText.set(made, apply(functionText, RealDate, []));
    replaceValue(self, "Date", made);
    replaceValue(RealDate.prototype, "constructor", made);
    method(RealDate, "now", () => now());
    property(prototypeOf("Performance"), "timeOrigin", (origin) => origin + shift);
    const timing = prototypeOf("PerformanceTiming");
    for (const name of timing ? Object.getOwnPropertyNames(timing) : []) {
      property(timing, name, (value) => (value > 0 ? value + shift : value));
    }
    const { Temporal, Intl } = self;
    if (Temporal) {
      const instant = () => Temporal.Instant.fromEpochMilliseconds(now());
      const zoned = (zone) => instant().toZonedDateTimeISO(zone === undefined ? Temporal.Now.timeZoneId() : zone);
      method(Temporal.Now, "instant", instant);
      method(Temporal.Now, "zonedDateTimeISO", (receiver, [zone]) => zoned(zone));
      for (const name of ["PlainDateTime", "PlainDate", "PlainTime"]) {
        const each = name[0].toLowerCase() + name.slice(1) + "ISO";
        method(Temporal.Now, each, (receiver, [zone]) => zoned(zone)["to" + name]());
      }
    }
    const format = Intl.DateTimeFormat.prototype;
    property(format, "format", (bound) => disguise((date) => bound(date === undefined ? now() : date), "", 1));
    method(format, "formatToParts", (receiver, given, original) =>
      apply(original, receiver, given[0] === undefined ? [now()] : given));
  }

  // A small generator with a state of 32 bits (Mulberry32), which is plenty for pages.
  function numbers(seed) {
    let state = 0;
    for (const letter of seed) state = Math.imul(state ^ letter.codePointAt(0), 0x01000193);
    return () => {
      state = (state + 0x6d2b79f5) | 0;
      let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
      mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
      return (mixed ^ (mixed >>> 14)) >>> 0;
    };
  }

  function chance() {
    if (config.random === false) return;
    const draw = numbers(time + (isPage ? here() : config.script));
    method(Math, "random", () => draw() / 2 ** 32);
    const { Uint8Array } = self;
    const prototype = prototypeOf("Crypto");
    method(prototype, "getRandomValues", (crypto, given, original) => {
      // Refuses what it must refuse.
      const array = apply(original, crypto, given);
      const bytes = new Uint8Array(array.buffer, array.byteOffset, array.byteLength);
      for (let index = 0; index < bytes.length; index += 1) bytes[index] = draw();
      return array;
    });
    method(prototype, "randomUUID", (crypto, given, original) => {
      apply(original, crypto, given);
      const digit = (letter) => (letter === "y" ? "89ab"[draw() & 3] : (draw() & 15).toString(16));
      return "xxxxxxxx-xxxx-4xxx-yxxx-xxxxxxxxxxxx".replace(/[xy]/g, digit);
    });
  }
