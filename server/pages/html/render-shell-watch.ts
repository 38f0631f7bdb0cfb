import { getReleaseFolder } from '@portico/kit/paths.ts'
import type { SelectedShell, ShellRelease } from '@portico/protocol/discovery/discovery-document.ts'
import { failedShellCookie } from '@portico/protocol/discovery/failed-shell-cookie.ts'
import { getReleaseId } from '@portico/protocol/release/release-record.ts'
import { watchScript } from './inline-scripts.ts'
import { getShellFolder, renderScriptTags, renderStyleTags } from './render-tag.ts'

const failedSeconds = 600 // much longer than a rollback takes; a visitor of a broken shell waits once

/**
 * Renders the script that watches the shell (`shared/protocol/discovery/watch-shell.ts`), and the template that it needs. The tags of the
 * fallback are in it because no script of a page may add one that it has put together; null: nothing replaces the shell.
 */
export function renderShellWatch(
  revision: number,
  { release, rollout, arm }: SelectedShell,
  fallback: ShellRelease | null,
): string {
  const load = {
    remote: 'shell',
    release,
    rollout: rollout ?? null,
    arm,
    phase: 'mount',
    ms: 0,
    fellBackTo: fallback && getReleaseId(fallback),
  }
  const report = JSON.stringify({ schemaVersion: 2, revision, loads: [load] }).replace('}]}', ',"outcome":"')
  const cookie =
    fallback === null ? '' : `${failedShellCookie}=${release};path=/;max-age=${failedSeconds};samesite=lax`
  const folder = fallback === null ? getReleaseFolder('shell', release) : getShellFolder(fallback)
  const tags = fallback === null ? '' : renderStyleTags(fallback) + renderScriptTags(fallback)
  // The script takes the element before it. Ids have no quotes.
  return `<template data-report='${report}' data-cookie="${cookie}" data-folder="${folder}">${tags}</template><script>${watchScript.text}</script>\n`
}
