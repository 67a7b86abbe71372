import { useQueryClient } from '@tanstack/react-query'

const staffQueryPrefixes = ['/staff', '/audit/records']

/** After a write: what is shown of the staff, and of their history, is asked for anew. */
export const useRefreshStaff = () => {
  const client = useQueryClient()
  return (): Promise<void> =>
    client.invalidateQueries({
      predicate: ({ queryKey: [path] }) => staffQueryPrefixes.some((start) => String(path).startsWith(start)),
    })
}
