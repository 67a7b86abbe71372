import { useEffect } from 'react'
import { useNavigate } from 'react-router'

/** The way out of a form of the product; once it was sent, the page shows what was done or what waits. */
export const useReturnToProduct = (sent: number, productId: string): (() => void) => {
  const navigate = useNavigate()
  const back = (): void => void navigate(`/crm/Productos/${productId}`, { replace: true })
  // After the form has settled: what was sent is no longer unsaved.
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each time that it was sent
  useEffect(() => {
    if (sent === 0) return
    back()
  }, [sent])
  return back
}
