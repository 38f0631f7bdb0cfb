import { withoutFragment } from '@portico/kit/api/api-base.ts'
import type { Parameter } from '@portico/kit/api/parameter.ts'
import { sandboxKeys } from '@portico/kit/api/sandbox-keys.ts'
import type { Values } from '@portico/kit/api/validate-values.ts'
import { useHost } from '@portico/kit/contract/contract.ts'
import { Link } from '@portico/kit/contract/router.ts'
import { paths } from '@portico/kit/paths.ts'
import { whenOwner } from '@portico/kit/site/owner-marks.ts'
import { getButtonClass } from '@portico/kit/ui/button.tsx'
import { getInputClass } from '@portico/kit/ui/input-class.ts'
import type { ReactNode, Ref } from 'react'
import { type Entry, getEntryPath } from '../model/entry.ts'
import { getParameters } from '../model/parameter.ts'
import { apiKeySymbol, buildRequest } from '../request/build-request.ts'
import styles from './instant-panel.module.css'

interface InstantPanelProps {
  readonly ref: Ref<HTMLFormElement>
  readonly entry: Entry
  /** Values that the form starts with instead of the example. */
  readonly values?: Values | undefined
}

/**
 * What an opened entry shows until its details have loaded: a form that sends its example request by HTML alone. The response
 * opens in a new tab. A POST needs a JSON body, which no form sends.
 */
export function InstantPanel({ ref, entry, values }: InstantPanelProps) {
  const { site } = useHost()
  const { row, variant } = entry
  const permalink = <Link to={getEntryPath(entry)}>Link to this endpoint</Link>
  if (row.get === 'POST') return <p className={styles.actions}>{permalink}</p>
  const parameters = new Map(getParameters(row).map((parameter) => [parameter.name, parameter]))
  const { fields } = buildRequest({
    row,
    base: '',
    values: { ...row.example, ...values },
    variant: variant ?? undefined,
  })
  const chosen = variant && row.variants?.param
  return (
    <form
      ref={ref}
      className={styles.form}
      action={paths.sandbox}
      target="_blank"
      autoComplete="off"
      autoCapitalize="none"
      spellCheck={false}
      rel="noopener"
    >
      <h2>Try it</h2>
      {fields.map(({ name, value }) => {
        if (value === apiKeySymbol) return null
        const parameter = name === chosen ? undefined : parameters.get(name)
        return <InstantField key={name} name={name} value={value} parameter={parameter} />
      })}
      {whenOwner(
        site,
        'apiBase',
        (base) => (
          <>
            <label>
              API key
              <input className={getInputClass()} name="api" type="password" required />
            </label>
            <Actions action={withoutFragment(base)}>{permalink}</Actions>
          </>
        ),
        () => (
          <>
            <input type="hidden" name="api" value={sandboxKeys[row.paid ? 'paid' : 'free']} />
            <Actions>{permalink}</Actions>
          </>
        ),
      )}
    </form>
  )
}

interface InstantFieldProps {
  readonly name: string
  readonly value: string
  /** undefined: the visitor can't change it. */
  readonly parameter: Parameter | undefined
}

function InstantField({ name, value, parameter }: InstantFieldProps) {
  if (parameter === undefined || parameter.choices?.length === 1)
    return <input type="hidden" name={name} value={value} />
  return (
    <label>
      {`${name} (${parameter.required ? 'required' : 'optional'})`}
      <input
        className={getInputClass()}
        name={name}
        defaultValue={value}
        required={parameter.required && !parameter.mayBeEmpty}
        {...getLimits(parameter)}
      />
    </label>
  )
}

/** The constraints that a browser checks. */
function getLimits({ whole, bound, number }: Parameter) {
  if (whole) return { type: 'number', min: whole.min, max: whole.max }
  if (bound || number) return { type: 'number', step: 'any', min: bound?.min, max: bound?.max }
  return {}
}

interface ActionsProps {
  /** Where the form is sent instead of the sandbox. */
  readonly action?: string
  readonly children: ReactNode
}

function Actions({ action, children }: ActionsProps) {
  return (
    <p className={styles.actions}>
      <button type="submit" className={getButtonClass()} formAction={action}>
        Send
      </button>
      {children}
    </p>
  )
}
