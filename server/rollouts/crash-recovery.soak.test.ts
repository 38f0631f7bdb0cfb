import { describeCrashRecovery, everyPlace } from '../testing/describe-crash-recovery.ts'

describeCrashRecovery(Number(process.env.CRASH_ROUNDS ?? '50'), everyPlace)
