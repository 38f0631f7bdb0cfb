import { useSearchParams } from '@portico/shared/contract/router.ts'
import { useHeadingFocus } from '../../ui/use-heading-focus.ts'
import { ResetCard } from '../password-reset/password-reset-card.tsx'
import { LoginCard } from './login-card.tsx'

/** `/auth/login`, and with `?forgot` the way to a new password. */
export function LoginPage() {
  const [query] = useSearchParams()
  const hasForgotten = query.has('forgot')
  useHeadingFocus(hasForgotten)
  return hasForgotten ? <ResetCard /> : <LoginCard />
}
