import { FormField } from '@portico/kit/ui/form-field.tsx'
import { formatShare } from '@portico/protocol/rollout/describe-visitors.ts'
import { getPlan } from '@portico/protocol/rollout/plans.ts'
import type { PlanName } from '@portico/protocol/rollout/rollout-record.ts'

/** A plan by its name; empty: the one in the release's manifest. */
export type PlanChoice = PlanName | ''

interface PlanFieldProps {
  readonly plan: PlanChoice
  readonly onChange: (plan: PlanChoice) => void
  readonly names: readonly PlanName[]
}

/** Chooses a plan by its name and steps. */
export function PlanField({ plan, onChange, names }: PlanFieldProps) {
  return (
    <FormField label="Plan">
      {(control) => (
        <select
          {...control}
          value={plan}
          onChange={({ target }) => onChange(names.find((name) => name === target.value) ?? '')}
        >
          <option value="">the plan in the release’s manifest</option>
          {names.map((name) => (
            <option key={name} value={name}>
              {name}: {name === 'now' ? 'everyone at once' : describeSteps(name)}
            </option>
          ))}
        </select>
      )}
    </FormField>
  )
}

/** `testers, 5 %, 25 %, 50 %, 100 %` */
function describeSteps(name: PlanName): string {
  return getPlan(name)
    .steps.map(({ share }) => formatShare(share))
    .join(', ')
}
