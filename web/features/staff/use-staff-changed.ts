import { useQueryClient } from '@tanstack/react-query'

const concerned = ['/staff', '/audit/records']

/** After a write: what is shown of the staff, and of their history, is asked for anew. */
export const useStaffChanged = () => {
  const client = useQueryClient()
  return (): Promise<void> =>
    client.invalidateQueries({
      predicate: ({ queryKey: [path] }) => concerned.some((start) => String(path).startsWith(start)),
    })
}
