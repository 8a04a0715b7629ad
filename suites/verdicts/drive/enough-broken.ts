/** The reason of a signal that ends a run because as many requirements are broken as were asked for. */
export class EnoughBroken extends Error {
  override readonly name = "EnoughBroken";
  readonly broken: number;

  constructor(broken: number) {
    super(`${broken} requirements are broken`);
    this.broken = broken;
  }
}
