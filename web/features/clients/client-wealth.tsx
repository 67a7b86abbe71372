import type { ReactNode } from 'react'
import { Link } from 'react-router'
import type { ClientDetail } from '#contract/clients/client.ts'
import { externalAssetKinds, externalDebtKinds } from '#contract/external-positions/kinds.ts'
import { useTranslation } from '#web/core/use-translation.ts'
import { Amount } from '#web/domain/amount.tsx'
import { ClientSectionLink } from './client-section-link.tsx'
import classes from './client-wealth.module.css'

const WealthPart = ({ label, children }: { label: string; children: ReactNode }) => (
  <div className={classes.part}>
    <dt>{label}</dt>
    <dd>{children}</dd>
  </div>
)

/** All that the client has, here and elsewhere, each part with the way to its rows. Of who has nothing elsewhere, their balance says it. */
export const ClientWealth = ({ client: { id, cvl, wealth, externalPositions } }: { client: ClientDetail }) => {
  const { t } = useTranslation('external-positions')
  if (!wealth || !externalPositions?.some(({ closedOn }) => closedOn === null)) return null
  const buildListHref = (kinds: readonly string[]): string =>
    `/crm/ProdExt?search=${cvl}&state=open&kind=${kinds.join(',')}`
  return (
    <dl className={classes.wealth}>
      <div className={classes.part} data-sum title={t('wealth.hint')}>
        <dt>{t('wealth.title')}</dt>
        <dd>
          <ClientSectionLink clientId={id} to="#external-positions">
            <Amount value={wealth.net} />
          </ClientSectionLink>
        </dd>
      </div>
      <WealthPart label={t('wealth.here')}>
        <ClientSectionLink clientId={id} to="?cuentas=active#accounts">
          <Amount value={wealth.here} />
        </ClientSectionLink>
      </WealthPart>
      <WealthPart label={t('wealth.elsewhere')}>
        <Link to={buildListHref(externalAssetKinds)}>
          <Amount value={wealth.elsewhere} />
        </Link>
      </WealthPart>
      <WealthPart label={t('wealth.owed')}>
        <Link to={buildListHref(externalDebtKinds)}>
          <Amount value={wealth.owed} />
        </Link>
      </WealthPart>
    </dl>
  )
}
