import { describeCrashRecovery } from '../testing/describe-crash-recovery.ts'

describeCrashRecovery(1)
