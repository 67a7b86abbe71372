import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link, useNavigate } from 'react-router'
import { useErrorText } from '#web/core/error-text.ts'
import { wayIn } from '#web/core/way-in.ts'
import classes from './auth-form.module.css'
import { AuthLayout } from './auth-layout.tsx'
import { FailureNotice } from './failure-notice.tsx'
import { takenFragment } from './fragment.ts'
import { comeBack, problemOf } from './google-auth.ts'

/** Where Google sends people back to: checks the answer and goes on, or says what was wrong. */
export default function GoogleScreen() {
  const { t } = useTranslation('session')
  const navigate = useNavigate()
  const textOf = useErrorText()
  const [failure, setFailure] = useState<unknown>(null)
  const [{ pending, entry }] = useState(() => comeBack(takenFragment()))
  const search = pending?.search ?? ''
  useEffect(() => {
    entry.then((how) => navigate(wayIn(how, search, null), { replace: true }), setFailure)
  }, [entry, search, navigate])
  const problem = failure === null ? null : problemOf(failure)
  return (
    <AuthLayout
      title={t(failure === null ? 'google.title' : 'google.stopped')}
      {...(failure === null && { lead: t('google.wait') })}
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
