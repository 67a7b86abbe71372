import { Button, NativeSelect } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { type ClientAccount, getClient } from '#contract/clients/client.ts'
import { searchClients } from '#contract/clients.ts'
import { buildQueryOptions } from '#web/core/query-client.ts'
import { useTranslation } from '#web/core/use-translation.ts'
import { ContributionDialog } from '#web/domain/contribution-dialog.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { SearchSelect } from '#web/ui/form/search-select.tsx'
import { SubmitButton } from '#web/ui/form/submit-button.tsx'
import { useServerSearch } from '#web/ui/form/use-server-search.ts'
import layoutClasses from '#web/ui/layout.module.css'
import { FailureMessage } from '#web/ui/status-messages.tsx'
import classes from './contributions.module.css'

type Props = { onDone: (message: string) => void; onClose: () => void }

/** Those that money can come into. */
const canReceiveContribution = ({ status, holderRole }: ClientAccount): boolean =>
  holderRole !== 'authorised' && (status === 'active' || status === 'pending')

/** Whose money it is and where it goes, then the contribution itself. */
export default function AddContributionDialog({ onDone, onClose }: Props) {
  const { t } = useTranslation(['contributions', 'common', 'form'])
  const [typed, setTyped] = useState('')
  const [clientId, setClientId] = useState<string | null>(null)
  const [accountId, setAccountId] = useState('')
  const [chosen, setChosen] = useState<ClientAccount | null>(null)
  const [isSubmitted, setSubmitted] = useState(false)
  const clientField = useRef<HTMLInputElement>(null)
  const { found, isLongEnough, answered } = useServerSearch(typed, (q) =>
    buildQueryOptions(searchClients, { query: { q } }),
  )
  const client = useQuery({
    ...buildQueryOptions(getClient, { params: { clientId: clientId ?? '' } }),
    enabled: clientId !== null,
  })
  if (chosen && clientId && client.data) {
    const clientName = [client.data.name, client.data.surname].filter(Boolean).join(' ')
    return <ContributionDialog account={{ ...chosen, clientId, clientName }} onDone={onDone} onClose={onClose} />
  }
  const accounts = clientId !== null && client.data ? client.data.accounts.filter(canReceiveContribution) : []
  const account = accounts.find(({ id }) => id === accountId) ?? accounts[0]
  return (
    <Dialog title={t('add.title')} description={t('add.lead')} onClose={onClose}>
      <form
        className={layoutClasses.closeRows}
        onSubmit={(event) => {
          event.preventDefault()
          setSubmitted(true)
          if (account) setChosen(account)
          else clientField.current?.focus()
        }}
      >
        <SearchSelect
          ref={clientField}
          data-autofocus
          label={t('add.client')}
          error={isSubmitted && clientId === null && t('form:codes.required')}
          placeholder={t('add.hint')}
          onSearch={setTyped}
          answered={answered}
          value={clientId ?? ''}
          onChange={(id) => {
            setClientId(id || null)
            setAccountId('')
          }}
          data={(found?.clients ?? []).map(({ id, fullName, cvl }) => ({
            value: id,
            label: `${fullName} · ${cvl}`,
          }))}
          nothingFoundMessage={isLongEnough ? t('common:noData') : undefined}
        />
        {accounts.length > 0 && (
          <NativeSelect
            label={t('add.account')}
            value={account?.id ?? ''}
            onChange={({ currentTarget }) => setAccountId(currentTarget.value)}
            data={accounts.map(({ id, number, productName }) => ({ value: id, label: `${number} · ${productName}` }))}
          />
        )}
        <p role="status" className={classes.chooseNone}>
          {client.data && accounts.length === 0 && t('add.none')}
        </p>
        <FailureMessage of={client.error} />
        <div className={layoutClasses.buttons}>
          <SubmitButton>{t('add.next')}</SubmitButton>
          <Button variant="default" onClick={onClose}>
            {t('common:cancel')}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}
