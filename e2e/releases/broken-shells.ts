/** A shell that doesn't start. */
export interface BrokenShell {
  /** As it ends "a shell that …". */
  readonly name: string
  /** Its script. */
  readonly change: (script: string) => string
  /** Whether the page goes on with the other shell in the same view; otherwise it is loaded again. */
  readonly staysInView: boolean
  /** Whether the page notices only after a while. */
  readonly isSilent?: true
  readonly outcome: string
  readonly consoleErrors: readonly RegExp[]
}

/** Runs once the shell has begun to change the document. */
const whenStarted = (code: string) => `{
const { watchShell } = window
window.watchShell = (folder) => {
  const result = watchShell?.(folder)
  if (folder) { ${code} }
  return result
}
};`

/** Ways in which the script of a shell is broken. */
export const brokenShells: readonly BrokenShell[] = [
  {
    name: 'throws as soon as it runs',
    change: (script) => `throw new Error('requested');\n${script}`,
    staysInView: true,
    outcome: 'init',
    consoleErrors: [/uncaught: Error requested/],
  },
  {
    name: 'mounts nothing',
    change: () => '// nothing',
    staysInView: true,
    isSilent: true,
    outcome: 'timeout',
    consoleErrors: [],
  },
  {
    name: 'throws while it starts',
    change: (script) => `${whenStarted("throw new Error('requested')")}\n${script}`,
    staysInView: false,
    outcome: 'init',
    consoleErrors: [/uncaught: Error requested/],
  },
  {
    name: 'throws while it renders, and leaves an empty page',
    change: (script) =>
      `${whenStarted("setTimeout(() => { document.getElementById('root').replaceChildren(); throw new Error('requested') })")}\n${script}`,
    staysInView: false,
    outcome: 'init',
    consoleErrors: [/uncaught: Error requested/],
  },
  {
    name: 'waits forever once it has started',
    change: (script) => `${whenStarted('MessagePort.prototype.postMessage = () => {}')}\n${script}`,
    staysInView: false,
    isSilent: true,
    outcome: 'timeout',
    consoleErrors: [],
  },
]
