import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Link, useNavigate, useParams } from 'react-router'
import { getClient } from '#contract/clients/client.ts'
import { searchClients } from '#contract/clients.ts'
import { buildQueryOptions } from '#web/core/query-client.ts'
import { useTranslation } from '#web/core/use-translation.ts'
import { SearchSelect } from '#web/ui/form/search-select.tsx'
import { useServerSearch } from '#web/ui/form/use-server-search.ts'
import { MissingRecord } from '#web/ui/missing-record.tsx'
import { Page } from '#web/ui/page.tsx'
import { PageHead } from '#web/ui/page-head.tsx'
import { Section } from '#web/ui/section.tsx'
import classes from './client-merge.module.css'

/** Which other record is of the same client. */
export default function ChooseMergeScreen() {
  const { t } = useTranslation(['client-merge', 'common', 'shell'])
  const go = useNavigate()
  const { clientId = '' } = useParams()
  const [typed, setTyped] = useState('')
  const { data: client, error, refetch } = useQuery(buildQueryOptions(getClient, { params: { clientId } }))
  const { found, isLongEnough, answered } = useServerSearch(typed, (q) =>
    buildQueryOptions(searchClients, { query: { q } }),
  )
  if (!client) return <MissingRecord title={t('shell:screens.chooseMerge')} error={error} refetch={refetch} tiles={0} />
  const others = (found?.clients ?? []).filter(({ id }) => id !== clientId)
  const page = `/clientes/${clientId}`
  return (
    <Page>
      <PageHead
        title={t('title')}
        context={<Link to={page}>{`${client.name} ${client.surname} · ${client.cvl}`}</Link>}
      />
      <Section title={t('choose')} description={t('chooseLead')} className={classes.choice}>
        <SearchSelect
          label={t('choose')}
          placeholder={t('choosePlaceholder')}
          value=""
          onSearch={setTyped}
          answered={answered}
          onChange={(id) => id && void go(`${page}/fusionar/${id}`)}
          data={others.map(({ id, fullName, cvl }) => ({ value: id, label: `${fullName} · ${cvl}` }))}
          nothingFoundMessage={isLongEnough ? t('common:noData') : undefined}
        />
        <div>
          <Button variant="default" component={Link} to={page}>
            {t('back')}
          </Button>
        </div>
      </Section>
    </Page>
  )
}
