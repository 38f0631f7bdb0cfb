import { describeCrashRecovery, everyPlace } from '../testing/describe-crash-recovery.ts'

// The one with the most servers: PostgreSQL and S3. The soak lane crashes them everywhere, and often.
describeCrashRecovery(1, everyPlace.slice(-1))
