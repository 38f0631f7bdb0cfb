/** An email to one visitor. The recipient is an object because a line break in a string would add a second recipient. */
export interface EmailMessage {
  readonly to: { readonly name: string; readonly address: string }
  readonly subject: string
  readonly text: string
  readonly html: string
}
