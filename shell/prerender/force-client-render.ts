/** Thrown while React takes over HTML that it shall not keep: it then draws the page anew, in one step. */
export class ForceClientRender extends Error {
  override name = 'ForceClientRender'
  constructor() {
    super('This page is drawn anew by the browser: the ids in it depend on where in the tree it stands.')
  }
}
