import { UnstyledButton } from '@mantine/core'
import { useEffect, useState } from 'react'
import type { getDemoSignIns } from '#contract/auth/demo.ts'
import type { ResponseBody } from '#contract/core/endpoint.ts'
import type { Prefix } from '#contract/core/values.ts'
import { callEndpoint } from '#web/core/call.ts'
import { useTranslation } from '#web/core/use-translation.ts'
import classes from './demo-sign-ins.module.css'
import { SignInFailure } from './failure-notice.tsx'
import { useSignInAttempt } from './use-sign-in-attempt.ts'

// Its path only: with the contract's own object all the others of its file would come into the sign-in page.
const demoEndpoint = { method: 'GET', path: '/demo' } as typeof getDemoSignIns

type DemoSignInOptions = ResponseBody<typeof getDemoSignIns>
type Props = { onEnter: (identity: string, password: string) => Promise<void> }

/** In the demonstration firm, a way in for each role. Elsewhere nothing. */
export default function DemoSignIns({ onEnter }: Props) {
  const { t } = useTranslation(['auth', 'shell'])
  const [signIns, setSignIns] = useState<DemoSignInOptions['signIns']>([])
  const [chosen, setChosen] = useState<Prefix | null>(null)
  const { busy, failure, wait, attempt } = useSignInAttempt()
  useEffect(() => {
    const leaving = new AbortController()
    callEndpoint(demoEndpoint, {}, { signal: leaving.signal }).then(
      (answer) => setSignIns(answer.demo ? answer.signIns : []),
      // Without it the form is all there is.
      () => undefined,
    )
    return () => leaving.abort()
  }, [])
  const prefixes = [...new Set(signIns.map((one) => one.prefix))]
  const prefix = chosen ?? prefixes[0]
  if (!prefix) return null
  return (
    <section className={classes.demo} aria-labelledby="demo-title">
      <h2 id="demo-title" className={classes.demoTitle}>
        {t('demo.title')}
      </h2>
      <p className={classes.demoLead}>{t('demo.lead')}</p>
      <fieldset className={classes.demoPrefixes} aria-label={t('demo.firm')}>
        {prefixes.map((one) => (
          <UnstyledButton
            key={one}
            className={classes.demoPrefix}
            aria-pressed={one === prefix}
            onClick={() => setChosen(one)}
          >
            {t(`shell:prefixes.${one}`)}
          </UnstyledButton>
        ))}
      </fieldset>
      <SignInFailure failure={failure} retryAfterSeconds={wait} />
      <ul className={classes.demoList}>
        {signIns
          .filter((one) => one.prefix === prefix)
          .map(({ role, email, password }) => (
            <li key={email}>
              <UnstyledButton
                className={classes.demoButton}
                disabled={busy}
                onClick={() => attempt(() => onEnter(email, password))}
              >
                <span className={classes.demoRole}>{t(`shell:roles.${role}`)}</span>
                <span className={classes.demoWho}>{email}</span>
              </UnstyledButton>
            </li>
          ))}
      </ul>
    </section>
  )
}
