import { getProblemMessage } from '@portico/kit/account/problem-messages.ts'
import { type FieldPart, type FilledForm, listParts, type Parts } from '@portico/protocol/template/parts.ts'
import { escapeHtml } from '@portico/protocol/template/rich-text-html.ts'
import type { FormResult } from '../../accounts/rendered-form.ts'

/**
 * Shows the result of a form in its page: what was typed, except passwords, and each message at its field, or the text that the page
 * has for the problem. If it has none, the server's own is at the beginning of the form, or of the page, with the focus, so that the
 * browser scrolls there: a page may have several forms.
 */
export function fillForm(
  parts: Parts,
  { values, fields, problem, action }: FormResult,
): { readonly form: FilledForm; readonly parts: Parts } {
  const all = listParts(parts)
  const inputs = all.filter((part) => part.kind === 'field')
  const getMessage = (name: string) => read(fields, name)
  const getTyped = ({ type, name }: FieldPart) => (type === 'password' ? undefined : read(values, name))
  const invalid = inputs.filter(({ name }) => getMessage(name) !== undefined)
  const hasResult = all.some((part) => part.kind === 'result' && part.code === problem)
  const isExplained = invalid.length > 0 || hasResult
  const empty = inputs.find((input) => input.name !== '' && input.type !== 'hidden' && !getTyped(input))
  const focused = isExplained ? (invalid[0] ?? empty) : undefined
  const own = all.find((part) => part.kind === 'form' && getPath(part.action) === action)
  const message = isExplained
    ? ''
    : `<p class="form-problem" role="alert" tabindex="-1" autofocus>${escapeHtml(getProblemMessage(problem))}</p>`
  const form: FilledForm = {
    result: invalid.length === 0 ? problem : null,
    renderProblem: (place) => (place === own ? message : ''),
    renderError: ({ id, name }) => {
      const text = getMessage(name)
      return text === undefined ? '' : `<p id="${escapeHtml(id)}-error" data-error>${escapeHtml(text)}</p>`
    },
    changeField(field) {
      const typed = getTyped(field)
      return {
        ...(typed !== undefined && { value: typed }),
        ...(getMessage(field.name) !== undefined && {
          'aria-invalid': 'true',
          'aria-describedby': `${field.description} ${field.id}-error`.trim(),
        }),
        ...(field === focused && { autofocus: '' }),
      }
    },
    isInvalid: (content) =>
      listParts(content).some((part) => part.kind === 'field' && getMessage(part.name) !== undefined),
  }
  return { form, parts: own === undefined ? [message, ...parts] : parts }
}

/** Without what the form passes on. */
function getPath(action: string): string {
  return action.split('?')[0] ?? ''
}

/** A property of the object itself: the names come from a page, the object from a request. */
function read(from: Readonly<Record<string, string>>, name: string): string | undefined {
  return Object.hasOwn(from, name) ? from[name] : undefined
}
