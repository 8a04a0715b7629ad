/**
 * Loaded before a program (`node --import`), this makes its wall clock jump by up to an hour, back as well as
 * forth, several times a second. Clocks that only measure spans go on as they are.
 */
const truth = Date.now.bind(Date);
const mostJumpMs = 3_600_000;
let offsetMs = 0;

setInterval(() => {
  offsetMs = Math.round((Math.random() * 2 - 1) * mostJumpMs);
}, 200).unref();

Date.now = () => truth() + offsetMs;
globalThis.Date = new Proxy(Date, {
  construct: (date, given): object => {
    const made: object = Reflect.construct(date, given.length === 0 ? [Date.now()] : given);
    return made;
  },
});
