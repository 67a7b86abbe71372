import { IconCircleCheck, IconShieldLock } from '@tabler/icons-react'
import { useState } from 'react'
import { Link } from 'react-router'
import { useTranslation } from '#web/core/use-translation.ts'
import { useConfirmation } from '#web/domain/use-confirmation.tsx'
import { ErrorState } from '#web/ui/error-state.tsx'
import layoutClasses from '#web/ui/layout.module.css'
import { FailureMessage, Notice, SuccessMessage } from '#web/ui/status-messages.tsx'
import { Authenticator } from './authenticator.tsx'
import { ChangePassword } from './change-password.tsx'
import { Passkeys } from './passkeys.tsx'
import classes from './personal.module.css'
import type { PersonalSectionProps } from './personal-section-props.ts'
import { NewRecoveryCodes, RecoveryCodes } from './recovery-codes.tsx'
import { useSecondFactor } from './use-second-factor.ts'

/** Tells somebody whose role needs a second factor why they are here, and when they are through. */
const EnrolmentNotice = ({ waiting, codesShown }: { waiting: boolean; codesShown: boolean }) => {
  const { t } = useTranslation('personal-area')
  const Icon = waiting ? IconShieldLock : IconCircleCheck
  return (
    <div className={classes.banner} data-done={!waiting || undefined} role="status">
      <Icon size={22} stroke={1.6} aria-hidden />
      <div>
        <strong>{t(waiting ? 'enrolment.title' : 'enrolment.done')}</strong>
        {waiting && <p>{t('enrolment.text')}</p>}
        {!waiting && codesShown && <p>{t('enrolment.doneText')}</p>}
        {!waiting && !codesShown && <Link to="/">{t('enrolment.go')}</Link>}
      </div>
    </div>
  )
}

/** What guards the account: the password, the second factors, and the codes for whoever loses them. */
export const Security = ({ session }: PersonalSectionProps) => {
  const { t } = useTranslation(['personal-area', 'list'])
  const { confirmed, dialog } = useConfirmation({ recoveryCodes: true })
  const [cameToEnrol] = useState(session.enrolment)
  const { factor, error, refetch, message, failure, codes, change, changed, codesKept } = useSecondFactor(confirmed)
  if (!factor && error) return <ErrorState error={error} onRetry={() => void refetch()} />
  if (!factor)
    return <div className={layoutClasses.skeleton} role="status" aria-busy="true" aria-label={t('list:loading')} />
  const props = { factor, change, changed }
  return (
    <>
      {cameToEnrol && <EnrolmentNotice waiting={session.enrolment} codesShown={codes !== null} />}
      {/* In place before there is anything to say: else it isn't read out. */}
      <SuccessMessage>{message}</SuccessMessage>
      <FailureMessage of={failure} />
      {codes && <NewRecoveryCodes codes={codes} email={session.email} onKept={codesKept} />}
      {factor.required && !cameToEnrol && <Notice>{t('required')}</Notice>}
      <Authenticator {...props} />
      <Passkeys {...props} />
      <RecoveryCodes {...props} />
      {!session.enrolment && <ChangePassword session={session} />}
      {dialog}
    </>
  )
}
