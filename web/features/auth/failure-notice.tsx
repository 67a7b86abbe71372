import { useTranslation } from '#web/core/use-translation.ts'
import classes from './auth-form.module.css'
import { isServerUnreachable } from './use-sign-in-attempt.ts'

/** What went wrong with the last try, said aloud, and how long the next has to wait. */
export const FailureNotice = ({ text, wait: retryAfterSeconds = 0 }: { text: string | null; wait?: number }) => {
  const { t } = useTranslation('auth')
  return (
    <div role="alert" className={classes.alert}>
      {text && (
        <p className={classes.failure}>
          {text}
          {retryAfterSeconds > 0 && <span className={classes.wait}>{t('wait', { count: retryAfterSeconds })}</span>}
        </p>
      )}
    </div>
  )
}

type SignInFailure = { failure: unknown; retryAfterSeconds: number; unreachable?: boolean }

/** Why a sign-in failed. Whatever the server's reason for refusing, the person reads the one text of the specification. */
export const SignInFailure = ({ failure, retryAfterSeconds, unreachable = false }: SignInFailure) => {
  const { t } = useTranslation('auth')
  const away = unreachable || (failure !== null && isServerUnreachable(failure))
  return <FailureNotice text={away ? t('unreachable') : failure ? t('wrong') : null} wait={retryAfterSeconds} />
}
