import type { ReleaseFile } from '@portico/kit/contract/release-file.ts'
import { getReleaseFolder } from '@portico/kit/paths.ts'
import type { ShellRelease } from '@portico/protocol/discovery/discovery-document.ts'
import { getReleaseId } from '@portico/protocol/release/release-record.ts'

/** The same `crossorigin` and `integrity` as the actual request, otherwise the browser fetches the file twice. */
export function renderTag(
  opening: string,
  attribute: 'href' | 'src',
  folder: string,
  { file, integrity }: ReleaseFile,
  attributes = '',
): string {
  return `<${opening} ${attribute}="${folder}${file}" integrity="${integrity}" crossorigin="anonymous"${attributes}>`
}

/** The style sheets of a shell. */
export function renderStyleTags(shell: ShellRelease): string {
  return shell.css
    .map((file) => renderTag('link rel="stylesheet"', 'href', getShellFolder(shell), file))
    .join('\n')
}

/** The scripts of a shell, or `files` of it. */
export function renderScriptTags(
  shell: ShellRelease,
  attributes = '',
  files: readonly ReleaseFile[] = shell.js,
): string {
  return files
    .map((file) => `${renderTag('script defer', 'src', getShellFolder(shell), file, attributes)}</script>`)
    .join('\n')
}

/** The address of the folder of a shell: `/r/shell/<release>/`. */
export function getShellFolder(shell: ShellRelease): string {
  return getReleaseFolder('shell', getReleaseId(shell))
}
