import { type SubmitEvent, useRef, useState } from 'react'
import { withdrawOwnConsents } from '#contract/consents.ts'
import { callEndpoint } from '#web/core/call.ts'
import { useFormatters } from '#web/core/format.ts'
import { useTranslation } from '#web/core/use-translation.ts'
import { SubmitButton } from '#web/ui/form/submit-button.tsx'
import { CodeStep } from './code-step.tsx'
import type { LinkAnswer } from './consent-answers.tsx'
import classes from './link-page.module.css'
import { LinkPage } from './link-page.tsx'

type Purpose = LinkAnswer['consents'][number]['purpose']
type Props = { token: string; link: LinkAnswer; onWithdrawn: () => void }

/** Withdraws what was signed, as easily as it was given: choose, a code, done. */
export const ConsentWithdrawal = ({ token, link, onWithdrawn }: Props) => {
  const { t } = useTranslation('public-links')
  const format = useFormatters()
  const form = useRef<HTMLFormElement>(null)
  const [chosen, setChosen] = useState<readonly Purpose[]>([])
  const [isTried, setIsTried] = useState(false)
  const [isConfirming, setIsConfirming] = useState(false)
  const { consents, firm } = link
  if (consents.length === 0)
    return <LinkPage title={t('withdrawal.nothing')} lead={t('withdrawal.nothingText')} firm={firm} />
  const next = (event: SubmitEvent<HTMLFormElement>): void => {
    event.preventDefault()
    setIsTried(true)
    if (chosen.length > 0) setIsConfirming(true)
    else form.current?.querySelector('input')?.focus()
  }
  const withdraw = async (access: string): Promise<void> => {
    await callEndpoint(withdrawOwnConsents, { body: { token, access, purposes: [...chosen] } })
    onWithdrawn()
  }
  if (isConfirming)
    return (
      <LinkPage title={t('code.title')} firm={firm}>
        <CodeStep
          token={token}
          email={link.sentTo ?? ''}
          submit={t('code.confirmWithdraw')}
          onAccess={withdraw}
          onBack={() => setIsConfirming(false)}
        >
          <ul className={classes.summary}>
            {consents
              .filter(({ purpose }) => chosen.includes(purpose))
              .map(({ purpose, title }) => (
                <li key={purpose}>{title}</li>
              ))}
          </ul>
        </CodeStep>
      </LinkPage>
    )
  const isMissing = isTried && chosen.length === 0
  return (
    <LinkPage title={t('withdrawal.title')} lead={t('withdrawal.lead')} firm={firm}>
      <form ref={form} className={classes.form} onSubmit={next} noValidate>
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
                <span className={classes.version}>{t('withdrawal.signedOn', { date: format.dateTime(signedAt) })}</span>
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
        <SubmitButton size="lg" fullWidth busy={false}>
          {t('withdrawal.next')}
        </SubmitButton>
      </form>
    </LinkPage>
  )
}
