import { posix } from 'node:path'
import type { FindOrder } from './layers.ts'
import { listImports } from './list-imports.ts'

/** A source file: its path from the root, with `/`. */
export interface Source {
  readonly file: string
  readonly text: string
}

/** What is wrong, with the file and, for an import, its line. */
export interface LayerProblem {
  readonly file: string
  readonly line: number
  readonly message: string
}

/** The rules that imports follow. */
export interface ImportRules {
  readonly findOrder: FindOrder
  /** Our packages: the folder of each by its name; null: it is installed, and its modules are not ours. */
  readonly packages: ReadonlyMap<string, string | null>
  /** Why a package of someone else must not be imported; null: it may. Missing: every package may. */
  readonly refuse?: (specifier: string) => string | null
}

/** An import between two rooms of one folder. */
interface Crossing extends Pick<LayerProblem, 'file' | 'line'> {
  readonly folder: string
  readonly from: string
  readonly to: string
  readonly specifier: string
}

/**
 * Checks that every room is in the table of layers, that imports between rooms follow its order, and that no rooms import
 * each other in a circle, in whichever folder. A room is a folder, or a file beside folders. Tests import what they need.
 */
export function checkLayers(sources: readonly Source[], rules: ImportRules): LayerProblem[] {
  const checked = sources.filter(({ file }) => !isForTests(file))
  const problems = findUnlisted(checked, rules)
  const followed: Crossing[] = []
  for (const { file, text } of checked)
    for (const { specifier, line } of listImports(file, text)) {
      const target = resolve(file, specifier, rules)
      if (target === null) continue
      if (typeof target === 'object') problems.push({ file, line, ...target })
      else {
        const { folder, from, to } = findRooms(
          splitPath(file, rules.packages),
          splitPath(target, rules.packages),
        )
        const crossing = { file, line, specifier, folder, from, to }
        if (from === '' || to === '') continue // the file itself, or a folder that it is in
        if (rules.findOrder(folder)?.allows(from, to) ?? true) followed.push(crossing)
        else problems.push({ file, line, message: describeUpward(crossing) })
      }
    }
  return [...problems, ...findCircles(followed)]
}

/** Files that may import whatever they need. */
function isForTests(file: string): boolean {
  return /(?:^|\/)testing\/|\.(?:test|spec|fixture)\.tsx?$|(?:^|\/)fake-host\.tsx$/.test(file)
}

function findUnlisted(sources: readonly Source[], { findOrder, packages }: ImportRules): LayerProblem[] {
  const problems = new Map<string, LayerProblem>()
  for (const { file } of sources) {
    const parts = splitPath(file, packages)
    for (const [depth, room] of parts.entries()) {
      const folder = parts.slice(0, depth).join('/') || '.'
      if (findOrder(folder)?.findName(room) !== null) continue
      const message = `${room} is not in the order of ${folder}: add it where it belongs.`
      problems.set(`${folder}/${room}`, { file, line: 1, message })
    }
  }
  return [...problems.values()]
}

/** The path that an import names; null: a module of someone else; an object: what is wrong with it. */
function resolve(
  file: string,
  specifier: string,
  { packages, refuse }: ImportRules,
): string | null | Pick<LayerProblem, 'message'> {
  if (/^\.{1,2}(?:\/|$)/.test(specifier)) {
    const path = posix.join(posix.dirname(file), specifier.replace(/\?.*/, ''))
    if (path.startsWith('../')) return { message: `${specifier} is outside this repository.` }
    const owner = findPackage(path, packages)
    const isOther = owner !== null && file.includes('/') && !file.startsWith(`${packages.get(owner)}/`)
    return isOther ? { message: `${specifier} is in another workspace: import it from ${owner}.` } : path
  }
  const [scope = '', name = ''] = specifier.split('/')
  const imported = scope.startsWith('@') ? `${scope}/${name}` : scope
  const folder = packages.get(imported)
  if (folder) return folder + specifier.slice(imported.length)
  if (folder === undefined && scope === '@portico') return { message: `There is no package ${imported}.` }
  const refusal = refuse?.(specifier) ?? null
  return refusal === null ? null : { message: `${specifier}: ${refusal}` }
}

function findPackage(path: string, packages: ImportRules['packages']): string | null {
  for (const [name, folder] of packages) if (folder !== null && path.startsWith(`${folder}/`)) return name
  return null
}

/** The folders and the file of a path. The folder of a package is one, wherever it is. */
function splitPath(path: string, packages: ImportRules['packages']): string[] {
  const owner = findPackage(path, packages)
  const folder = owner === null ? null : packages.get(owner)
  return folder ? [folder, ...path.slice(folder.length + 1).split('/')] : path.split('/')
}

/** The rooms of an import, in the folder where the two paths part. */
function findRooms(from: readonly string[], to: readonly string[]): Pick<Crossing, 'folder' | 'from' | 'to'> {
  const depth = from.findIndex((part, index) => part !== to[index])
  return { folder: from.slice(0, depth).join('/') || '.', from: from[depth] ?? '', to: to[depth] ?? '' }
}

function describeUpward({ folder, from, to, specifier }: Crossing): string {
  const place = folder === '.' ? '' : ` of ${folder}`
  return `${specifier}: ${from} must not import ${to}, by the order${place} in the table of layers.`
}

/** Circles between the rooms of a folder, each with an import that is a part of it. */
function findCircles(crossings: readonly Crossing[]): LayerProblem[] {
  const toKey = (folder: string, room: string) => `${folder}/${room}`
  const targets = new Map<string, Set<string>>()
  for (const { folder, from, to } of crossings) {
    const key = toKey(folder, from)
    targets.set(key, (targets.get(key) ?? new Set()).add(toKey(folder, to)))
  }
  const reach = (room: string, found = new Set<string>()): Set<string> => {
    for (const next of targets.get(room) ?? []) if (!found.has(next)) reach(next, found.add(next))
    return found
  }
  const circles = new Map<string, LayerProblem>()
  for (const [room] of targets) {
    const members = [...reach(room)].filter((other) => reach(other).has(room)).toSorted()
    const part = crossings.find(
      ({ folder, from, to }) => toKey(folder, from) === room && members.includes(toKey(folder, to)),
    )
    if (part === undefined) continue
    const { folder, file, line } = part
    const rooms = members.map((member) => member.slice(folder.length + 1)).join(', ')
    circles.set(members.join(), { file, line, message: `A circle in ${folder}: ${rooms} import each other.` })
  }
  return [...circles.values()]
}
