/** Thrown during hydration to make React discard the prerendered HTML and render the page on the client. */
export class ForceClientRender extends Error {
  override name = 'ForceClientRender'
  constructor() {
    super("This page is client-rendered: its prerendered HTML can't be hydrated.")
  }
}
