import { useEffect, useState } from 'react'
import { Link, useNavigate } from 'react-router'
import { resolveEntryPath } from '#web/core/entry-path.ts'
import { useErrorMessage } from '#web/core/error-text.ts'
import { useTranslation } from '#web/core/use-translation.ts'
import classes from './auth-form.module.css'
import { AuthLayout } from './auth-layout.tsx'
import { getCapturedFragment } from './captured-fragment.ts'
import { FailureNotice } from './failure-notice.tsx'
import { getGoogleProblemKind, handleGoogleAnswer } from './google-auth.ts'

/** Where Google sends people back to: checks the answer and goes on, or says what was wrong. */
export default function GoogleCallbackScreen() {
  const { t } = useTranslation('session')
  const navigate = useNavigate()
  const textOf = useErrorMessage()
  const [failure, setFailure] = useState<unknown>(null)
  const [{ pending, entry }] = useState(() => handleGoogleAnswer(getCapturedFragment()))
  const search = pending?.search ?? ''
  useEffect(() => {
    entry.then((how) => navigate(resolveEntryPath(how, search, null), { replace: true }), setFailure)
  }, [entry, search, navigate])
  const problem = failure === null ? null : getGoogleProblemKind(failure)
  return (
    <AuthLayout
      title={t(failure === null ? 'google.title' : 'google.stopped')}
      {...(failure === null && { description: t('google.wait') })}
    >
      {failure !== null && (
        <div className={classes.afterTitle}>
          <FailureNotice text={problem ? t(`google.${problem}`) : textOf(failure)} />
          <p className={classes.way}>
            <Link to={pending ? pending.page + search : '/auth/login'}>{t('google.again')}</Link>
          </p>
        </div>
      )}
    </AuthLayout>
  )
}
