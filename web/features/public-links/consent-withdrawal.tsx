import { type SubmitEvent, useRef, useState } from 'react'
import { readConsents, withdrawOwnConsents } from '#contract/consents.ts'
import { CallError, callEndpoint } from '#web/core/call.ts'
import { useFormatters } from '#web/core/format.ts'
import { useTranslation } from '#web/core/use-translation.ts'
import { SubmitButton } from '#web/ui/form/submit-button.tsx'
import { FailureMessage } from '#web/ui/status-messages.tsx'
import textClasses from '#web/ui/text.module.css'
import { useAction } from '#web/ui/use-action.ts'
import { CodeStep } from './code-step.tsx'
import type { LinkAnswer } from './consent-answers.tsx'
import classes from './link-page.module.css'
import { LinkPage } from './link-page.tsx'

type Consents = LinkAnswer['consents']
type Purpose = Consents[number]['purpose']
type ChoiceProps = {
  firm: string | null
  consents: Consents
  onWithdraw: (purposes: readonly Purpose[]) => Promise<void>
}

const WithdrawalChoice = ({ firm, consents, onWithdraw }: ChoiceProps) => {
  const { t } = useTranslation('public-links')
  const format = useFormatters()
  const form = useRef<HTMLFormElement>(null)
  const [chosen, setChosen] = useState<readonly Purpose[]>([])
  const [isTried, setIsTried] = useState(false)
  const { busy, failure, run } = useAction()
  const submit = (event: SubmitEvent<HTMLFormElement>): void => {
    event.preventDefault()
    setIsTried(true)
    if (chosen.length > 0) void run(() => onWithdraw(chosen))
    else form.current?.querySelector('input')?.focus()
  }
  const isMissing = isTried && chosen.length === 0
  return (
    <LinkPage title={t('withdrawal.title')} lead={t('withdrawal.lead')} firm={firm}>
      <form ref={form} className={classes.form} onSubmit={submit} noValidate>
        <FailureMessage of={failure} />
        <fieldset className={classes.choices} aria-label={t('withdrawal.choose')}>
          {consents.map(({ purpose, title, body, signedAt }) => (
            <div key={purpose} className={classes.consent}>
              <label className={classes.choice}>
                <input
                  type="checkbox"
                  checked={chosen.includes(purpose)}
                  aria-invalid={isMissing || undefined}
                  onChange={({ currentTarget }) =>
                    setChosen(
                      currentTarget.checked ? [...chosen, purpose] : chosen.filter((other) => other !== purpose),
                    )
                  }
                />
                {title}
              </label>
              {signedAt && (
                <span className={textClasses.quiet}>
                  {t('withdrawal.signedOn', { date: format.dateTime(signedAt) })}
                </span>
              )}
              {body && (
                <details>
                  <summary>{t('withdrawal.read')}</summary>
                  <p className={classes.text}>{body}</p>
                </details>
              )}
            </div>
          ))}
        </fieldset>
        {isMissing && (
          <p role="alert" className={classes.missing}>
            {t('withdrawal.none')}
          </p>
        )}
        <SubmitButton size="lg" fullWidth busy={busy}>
          {t('withdrawal.confirm')}
        </SubmitButton>
      </form>
    </LinkPage>
  )
}

type Props = { token: string; link: LinkAnswer; onWithdrawn: () => void; onUsed: () => Promise<void> }
type Step = { name: 'start' } | { name: 'code' } | { name: 'choice'; access: string; consents: Consents }

/** Withdraws what was signed, as easily as it was given: a code, which shows what is signed; choose; done. */
export const ConsentWithdrawal = ({ token, link: { firm, sentTo }, onWithdrawn, onUsed }: Props) => {
  const { t } = useTranslation('public-links')
  const [step, setStep] = useState<Step>({ name: 'start' })
  const email = sentTo ?? ''
  const choose = async (access: string): Promise<void> => {
    const { consents } = await callEndpoint(readConsents, { body: { token, access } })
    setStep({ name: 'choice', access, consents })
  }
  const withdraw = async (access: string, purposes: readonly Purpose[]): Promise<void> => {
    try {
      await callEndpoint(withdrawOwnConsents, { body: { token, access, purposes: [...purposes] } })
      onWithdrawn()
    } catch (error) {
      if (!(error instanceof CallError) || error.code !== 'link.accessOver') throw error
      setStep({ name: 'code' })
    }
  }
  if (step.name === 'start')
    return (
      <LinkPage title={t('withdrawal.title')} lead={t('withdrawal.codeFirst', { email })} firm={firm}>
        <form
          className={classes.form}
          onSubmit={(event) => {
            event.preventDefault()
            setStep({ name: 'code' })
          }}
          noValidate
        >
          <SubmitButton size="lg" fullWidth busy={false}>
            {t('withdrawal.sendCode')}
          </SubmitButton>
        </form>
      </LinkPage>
    )
  if (step.name === 'code')
    return (
      <LinkPage title={t('withdrawal.title')} firm={firm}>
        <CodeStep
          token={token}
          email={email}
          submit={t('withdrawal.see')}
          onAccess={choose}
          onBack={() => setStep({ name: 'start' })}
          onUsed={onUsed}
        />
      </LinkPage>
    )
  const { access, consents } = step
  if (consents.length === 0)
    return <LinkPage title={t('withdrawal.nothing')} lead={t('withdrawal.nothingText')} firm={firm} />
  return <WithdrawalChoice firm={firm} consents={consents} onWithdraw={(purposes) => withdraw(access, purposes)} />
}
