export class EnoughBroken extends Error {
  override readonly name = "EnoughBroken";
  readonly broken: number;

  constructor(broken: number) {
    super(`${broken} requirements are broken`);
    this.broken = broken;
  }
}
