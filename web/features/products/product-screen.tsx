import { Button } from '@mantine/core'
import { IconCopy, IconPencil, IconPlus } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link, useParams, useSearchParams } from 'react-router'
import { getProduct, type ProductDetail } from '#contract/products.ts'
import { useFormatters } from '#web/core/format.ts'
import { buildQueryOptions } from '#web/core/query-client.ts'
import { usePermission } from '#web/core/session.ts'
import { useTranslation } from '#web/core/use-translation.ts'
import { ApprovalLink } from '#web/domain/approval-link.tsx'
import { trimTrailingZeros } from '#web/domain/parse-figures.ts'
import { RecordHistory } from '#web/domain/record-history.tsx'
import { MissingRecord } from '#web/ui/missing-record.tsx'
import { FactCard } from '#web/ui/record-cards.tsx'
import { RecordPage } from '#web/ui/record-page.tsx'
import { ProductForm } from './product-form.tsx'
import classes from './products.module.css'
import { useFormatRateRange } from './products-screen.tsx'
import { renderSaleBadge } from './sale-badge.tsx'
import { TariffForm } from './tariff-form.tsx'
import { Tariffs } from './tariffs.tsx'

const ProductActions = ({ product }: { product: ProductDetail }) => {
  const { t } = useTranslation('products')
  const mayCreate = usePermission('bt_Productos', 'create')
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
const useRequestedProductForm = () => {
  const [address] = useSearchParams()
  const mayEdit = usePermission('bt_Productos', 'edit')
  return { mayEdit, form: mayEdit ? address.get('cambiar') : null }
}

/** What was proposed and nobody has decided. */
const WaitingProductChanges = ({ product }: { product: ProductDetail }) => {
  const { t } = useTranslation('products')
  return product.waiting.map(({ approvalId, change }) => (
    <p key={approvalId} className={classes.waiting} role="status">
      {t(change === 'rates' ? 'product.waitingRates' : 'product.waitingSettings')}{' '}
      <ApprovalLink approvalId={approvalId}>{t('product.see')}</ApprovalLink>
    </p>
  ))
}

const ProductDetails = ({ product }: { product: ProductDetail }) => {
  const { t } = useTranslation('products')
  const format = useFormatters()
  const range = useFormatRateRange()
  const { mayEdit, form } = useRequestedProductForm()
  const { family, line, termMonths, minimum, maximum, accrues } = product
  return (
    <RecordPage
      title={product.name}
      context={[product.code, t(`families.${family}`), line && t(`lines.${line}`)].filter(Boolean).join(' · ')}
      badges={renderSaleBadge(product.onSale, t(product.onSale ? 'state.onSale' : 'state.offSale'))}
      actions={mayEdit && form === null && <ProductActions product={product} />}
      wide={
        <>
          <WaitingProductChanges product={product} />
          {form === 'condiciones' && <ProductForm product={product} />}
          {form === 'tarifa' && accrues && <TariffForm product={product} />}
        </>
      }
      side={
        <>
          <FactCard
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
            <FactCard
              title={t('product.interest')}
              facts={[
                [t('fields.payout'), t(`payouts.${product.payout}`)],
                [t('product.goesTo'), t(product.capitalised ? 'product.toCapital' : 'product.toClient')],
                [t('fields.dayCount'), product.dayCount],
              ]}
            />
          )}
          {termMonths !== null && (
            <FactCard
              title={t('product.exit')}
              facts={[
                [t('fields.penaltyPoints'), format.decimal(trimTrailingZeros(product.penaltyPoints))],
                [t('fields.earlyWithdrawal'), t(`earlyWithdrawals.${product.earlyWithdrawal}`)],
                [t('fields.defaultInstruction'), t(`instructions.${product.defaultInstruction}`)],
                [t('product.onHoliday'), t(product.earnsUntilPaid ? 'product.earnsYes' : 'product.earnsNo')],
              ]}
            />
          )}
        </>
      }
      history={<RecordHistory entity="product" recordId={product.id} />}
    >
      {accrues && <Tariffs product={product} />}
    </RecordPage>
  )
}

/** One product: what it offers, its rates by day, and who changed them. */
export default function ProductScreen() {
  const { t } = useTranslation(['products', 'list', 'shell'])
  const { productId = '' } = useParams()
  const { data, error, refetch } = useQuery(buildQueryOptions(getProduct, { params: { productId } }))
  if (data) return <ProductDetails product={data} />
  return (
    <MissingRecord
      title={t('shell:screens.product')}
      failed={t('product.loadFailed')}
      error={error}
      refetch={refetch}
      tiles={3}
    />
  )
}
