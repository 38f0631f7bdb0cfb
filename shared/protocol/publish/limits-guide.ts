/** The page that explains why a release is refused. The kit has it, too. */
export const limitsGuide = 'docs/guides/what-a-remote-can-do.md'

/** Text about a refusal, with a reference to the page about what a remote can and can't do. */
export function addLimitsGuide(text: string): string {
  return `${text} What a remote can and can’t do: ${limitsGuide}.`.trimStart()
}
