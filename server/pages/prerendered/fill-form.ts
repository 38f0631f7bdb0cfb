import { getProblemMessage } from '@portico/shared/account/problem-messages.ts'
import { escapeHtml } from '../../http/html/html.ts'
import type { FormResult } from '../../services.ts'

// The labels with their hints, the inputs and the results of a form, as `shared/ui/form-field.tsx` and the form of a remote
// render them. React puts every attribute in quotation marks, and escapes `<` and `>` in its value.
const parts =
  /(?<label><label\b[^>]* for="(?<for>[^"]*)"[^>]*>[^<]*<\/label>(?:<p id="\k<for>-hint"[^>]*>[^<]*<\/p>)?)|<input\b(?<input>[^>]*?)\/?>|<div id="(?<result>[^"]*)"[^>]* data-result="true">/g

/**
 * Fills the result of a form into its prerendered page: what was typed, except passwords, and each message at its field, or the
 * text that the page has for the problem. If it has none, the server's own is put at the beginning of the form. Inserted text is
 * never searched again, so it can't contain markers.
 */
export function fillForm(page: string, { values, fields, problem, action }: FormResult): string {
  const html = hasText(page, { fields, problem }) ? page : insertProblem(page, problem, action)
  const inputs = [...html.matchAll(parts)].flatMap(({ groups }) =>
    groups?.input === undefined ? [] : [readInput(groups.input)],
  )
  const names = new Map(inputs.map(({ id, name }) => [id, name]))
  const invalid = inputs.filter(({ name }) => read(fields, name) !== undefined)
  const getTyped = ({ type, name }: Input) => (type === 'password' ? undefined : read(values, name))
  const isExplained = html === page
  const focused = isExplained
    ? (invalid[0] ?? inputs.find((input) => input.name !== '' && input.type !== 'hidden' && !getTyped(input)))
    : undefined

  const filled = html.replace(parts, (whole, ...matched) => {
    const groups: Partial<Record<'label' | 'for' | 'input' | 'result', string>> = matched.at(-1)
    if (groups.label !== undefined)
      return whole + renderError(groups.for, read(fields, names.get(groups.for ?? '')))
    // Without its attributes, the text is not hidden.
    if (groups.result !== undefined)
      return invalid.length === 0 && groups.result === problem ? `<div id="${problem}">` : whole
    const input = readInput(groups.input ?? '')
    const typed = getTyped(input)
    const isInvalid = invalid.some(({ name }) => name === input.name)
    return `<input${renderAttributes({
      ...input.attributes,
      ...(typed !== undefined && { value: escapeHtml(typed) }),
      ...(isInvalid && { 'aria-invalid': 'true', 'aria-describedby': describe(input) }),
      ...(input.id === focused?.id && { autofocus: '' }),
    })}>`
  })
  return filled.replace(details, (whole, opening, content: string) =>
    content.includes(' aria-invalid="true"') ? `${opening} open>${content}` : whole,
  )
}

/** Whether the page itself says what is wrong: at a field, or with its text for the problem. */
function hasText(html: string, { fields, problem }: Pick<FormResult, 'fields' | 'problem'>): boolean {
  return [...html.matchAll(parts)].some(({ groups }) =>
    groups?.input === undefined
      ? groups?.result === problem
      : read(fields, readInput(groups.input).name) !== undefined,
  )
}

/** Has the focus, so that the browser scrolls there: a page may have several forms. */
function insertProblem(html: string, problem: string, action: string): string {
  const message = `<p class="form-problem" role="alert" tabindex="-1" autofocus>${escapeHtml(getProblemMessage(problem))}</p>`
  const form = [...html.matchAll(/<form\b[^>]* action="([^"?]*)[^>]*>/g)].find(([, path]) => path === action)
  const at = form === undefined ? 0 : form.index + form[0].length
  return html.slice(0, at) + message + html.slice(at)
}

// A visitor who typed into its fields had opened it.
const details = /(<details\b[^>]*)>(.*?<\/details>)/gs

interface Input {
  readonly id: string
  readonly name: string
  readonly type: string
  /** With their escaped values. */
  readonly attributes: Readonly<Record<string, string>>
}

function readInput(text: string): Input {
  const attributes = Object.fromEntries(
    [...text.matchAll(/ ([\w-]+)="([^"]*)"/g)].map(([, name = '', value = '']) => [name, value]),
  )
  const { id = '', name = '', type = 'text' } = attributes
  return { id, name, type, attributes }
}

function describe({ id, attributes }: Input): string {
  return `${attributes['aria-describedby'] ?? ''} ${id}-error`.trim()
}

function renderAttributes(attributes: Readonly<Record<string, string>>): string {
  return Object.entries(attributes)
    .map(([name, value]) => ` ${name}="${value}"`)
    .join('')
}

function renderError(id = '', message?: string): string {
  return message === undefined ? '' : `<p id="${id}-error" data-error>${escapeHtml(message)}</p>`
}

/** A property of the object itself: the names come from a page, the object from a request. */
function read(from: Readonly<Record<string, string>>, name = ''): string | undefined {
  return Object.hasOwn(from, name) ? from[name] : undefined
}
