import { Button } from '@mantine/core'
import { IconCopy, IconPencil, IconPlus } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { Link, useParams, useSearchParams } from 'react-router'
import { getProduct, type ProductDetail } from '#contract/products.ts'
import { useFormat } from '#web/core/format.ts'
import { read } from '#web/core/query.ts'
import { useCan } from '#web/core/session.ts'
import { ApprovalLink } from '#web/domain/approval-link.tsx'
import { RecordHistory } from '#web/domain/record-history.tsx'
import { trimmed } from '#web/domain/typed-figures.ts'
import { Cards, Facts } from '#web/ui/facts.tsx'
import { NoRecord } from '#web/ui/no-record.tsx'
import { PageHead } from '#web/ui/page-head.tsx'
import { ProductForm } from './product-form.tsx'
import classes from './products.module.css'
import { useRateRange } from './products-screen.tsx'
import { saleBadge } from './sale-badge.tsx'
import { TariffForm } from './tariff-form.tsx'
import { Tariffs } from './tariffs.tsx'

const Actions = ({ product }: { product: ProductDetail }) => {
  const { t } = useTranslation('products')
  const mayCreate = useCan('bt_Productos', 'create')
  return (
    <>
      {mayCreate && (
        <Button
          component={Link}
          to={`/crm/Productos/nuevo?copia=${product.id}`}
          variant="default"
          leftSection={<IconCopy size={16} aria-hidden />}
        >
          {t('create.copy')}
        </Button>
      )}
      <Button
        component={Link}
        to="?cambiar=condiciones"
        variant="default"
        leftSection={<IconPencil size={16} aria-hidden />}
      >
        {t('product.edit')}
      </Button>
      {product.accrues && (
        <Button component={Link} to="?cambiar=tarifa" leftSection={<IconPlus size={16} aria-hidden />}>
          {t('product.newTariff')}
        </Button>
      )}
    </>
  )
}

/** The form that the address asks for, of whoever may change products. */
const useForm = () => {
  const [address] = useSearchParams()
  const mayEdit = useCan('bt_Productos', 'edit')
  return { mayEdit, form: mayEdit ? address.get('cambiar') : null }
}

/** What was proposed and nobody has decided. */
const Waiting = ({ product }: { product: ProductDetail }) => {
  const { t } = useTranslation('products')
  return product.waiting.map(({ approvalId, change }) => (
    <p key={approvalId} className={classes.waiting} role="status">
      {t(change === 'rates' ? 'product.waitingRates' : 'product.waitingSettings')}{' '}
      <ApprovalLink approvalId={approvalId}>{t('product.see')}</ApprovalLink>
    </p>
  ))
}

const ProductPage = ({ product }: { product: ProductDetail }) => {
  const { t } = useTranslation('products')
  const format = useFormat()
  const range = useRateRange()
  const { mayEdit, form } = useForm()
  const { family, line, termMonths, minimum, maximum, accrues } = product
  return (
    <div className={classes.screen}>
      <PageHead
        title={product.name}
        context={[product.code, t(`families.${family}`), line && t(`lines.${line}`)].filter(Boolean).join(' · ')}
        action={mayEdit && form === null && <Actions product={product} />}
      >
        <div>{saleBadge(product.onSale, t(product.onSale ? 'state.onSale' : 'state.offSale'))}</div>
      </PageHead>
      <Waiting product={product} />
      {form === 'condiciones' && <ProductForm product={product} />}
      {form === 'tarifa' && accrues && <TariffForm product={product} />}
      <Cards>
        <Facts
          title={t('product.conditions')}
          facts={[
            [t('fields.rate'), range(product)],
            [t('fields.termMonths'), termMonths === null ? t('noTerm') : t('months', { count: termMonths })],
            [t('fields.minimum'), format.money(minimum)],
            [t('fields.maximum'), maximum === null ? t('noLimit') : format.money(maximum)],
            [
              t('fields.additions'),
              product.additionDays === null
                ? t(`additions.${product.additions}`)
                : t('additionsWithin', { count: product.additionDays }),
            ],
          ]}
        />
        {accrues && (
          <Facts
            title={t('product.interest')}
            facts={[
              [t('fields.payout'), t(`payouts.${product.payout}`)],
              [t('product.goesTo'), t(product.capitalised ? 'product.toCapital' : 'product.toClient')],
              [t('fields.dayCount'), product.dayCount],
            ]}
          />
        )}
        {termMonths !== null && (
          <Facts
            title={t('product.exit')}
            facts={[
              [t('fields.penaltyPoints'), format.decimal(trimmed(product.penaltyPoints))],
              [t('fields.earlyWithdrawal'), t(`earlyWithdrawals.${product.earlyWithdrawal}`)],
              [t('fields.defaultInstruction'), t(`instructions.${product.defaultInstruction}`)],
              [t('product.onHoliday'), t(product.earnsUntilPaid ? 'product.earnsYes' : 'product.earnsNo')],
            ]}
          />
        )}
      </Cards>
      {accrues && <Tariffs product={product} />}
      <RecordHistory entity="product" recordId={product.id} />
    </div>
  )
}

/** One product: what it offers, its rates by day, and who changed them. */
export default function ProductScreen() {
  const { t } = useTranslation(['products', 'list', 'shell'])
  const { productId = '' } = useParams()
  const { data, error, refetch } = useQuery(read(getProduct, { params: { productId } }))
  if (data) return <ProductPage product={data} />
  return (
    <NoRecord
      title={t('shell:screens.product')}
      failed={t('product.loadFailed')}
      error={error}
      refetch={refetch}
      tiles={3}
    />
  )
}
