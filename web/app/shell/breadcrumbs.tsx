import { useEffect } from 'react'
import { generatePath, Link, useLocation, useMatches } from 'react-router'
import type { Screen } from '#web/core/screen.ts'
import { useTranslation } from '#web/core/use-translation.ts'
import { homePath, screens } from '../screens.ts'
import classes from './breadcrumbs.module.css'

/** Addresses as they were last seen: going up to a list comes back to its filters and page. */
const lastVisitedPaths = new Map<string, string>()

/** The screens above this one, by their paths, and this one. Nothing on a screen that stands alone. */
export const Breadcrumbs = () => {
  const { t } = useTranslation('shell')
  const { pathname, search } = useLocation()
  const match = useMatches().at(-1)
  const here = match?.handle as Screen | undefined
  useEffect(() => {
    lastVisitedPaths.set(pathname, pathname + search)
  }, [pathname, search])
  if (!match || !here) return null
  const above = screens
    .filter(({ path, key }) => here.path.startsWith(`${path}/`) && (path !== homePath || key === here.key))
    .sort((a, b) => a.path.length - b.path.length)
  if (!above.length) return null
  return (
    <nav aria-label={t('breadcrumb')} className={classes.crumbs} data-breadcrumbs>
      <ol className={classes.list}>
        {above.map(({ path, title }) => {
          const address = generatePath(path, match.params)
          return (
            <li key={path}>
              <Link to={lastVisitedPaths.get(address) ?? address} className={classes.link}>
                {t(`screens.${title}`)}
              </Link>
            </li>
          )
        })}
        <li aria-current="page">
          <span className={classes.here}>{t(`screens.${here.title}`)}</span>
        </li>
      </ol>
    </nav>
  )
}
