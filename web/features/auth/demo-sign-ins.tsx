import { UnstyledButton } from '@mantine/core'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Answer } from '#contract/core/endpoint.ts'
import type { getDemo } from '#contract/demo.ts'
import { call } from '#web/core/call.ts'
import classes from './login.module.css'

// Its path only: the contract's own object would bring zod into the sign-in page.
const demo = { method: 'GET', path: '/demo' } as typeof getDemo

type Demo = Answer<typeof getDemo>
type Props = { onEnter: (identity: string, password: string) => Promise<void> }

/** In the demonstration firm, a way in for each role. Elsewhere nothing. */
export default function DemoSignIns({ onEnter }: Props) {
  const { t } = useTranslation(['auth', 'shell'])
  const [signIns, setSignIns] = useState<Demo['signIns']>([])
  const [busy, setBusy] = useState(false)
  useEffect(() => {
    const leaving = new AbortController()
    call(demo, {}, { signal: leaving.signal }).then(
      (answer) => setSignIns(answer.demo ? answer.signIns : []),
      // Without it the form is all there is.
      () => undefined,
    )
    return () => leaving.abort()
  }, [])
  if (!signIns.length) return null
  const enter = (email: string, password: string): void => {
    setBusy(true)
    onEnter(email, password).catch(() => setBusy(false))
  }
  return (
    <section className={classes.demo} aria-labelledby="demo-title">
      <h2 id="demo-title" className={classes.demoTitle}>
        {t('demo.title')}
      </h2>
      <p className={classes.demoLead}>{t('demo.lead')}</p>
      <ul className={classes.demoList}>
        {signIns.map(({ prefix, role, email, password }) => (
          <li key={email}>
            <UnstyledButton
              className={classes.demoButton}
              disabled={busy}
              title={t('demo.enterAs', { role: email })}
              onClick={() => enter(email, password)}
            >
              <span className={classes.demoRole}>{t(`shell:roles.${role}`)}</span>
              <span className={classes.demoWho}>{t(`shell:prefixes.${prefix}`)}</span>
            </UnstyledButton>
          </li>
        ))}
      </ul>
    </section>
  )
}
