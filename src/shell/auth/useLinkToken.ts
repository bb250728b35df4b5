import { useEffect, useState } from 'react'
import { useLocation, useNavigate } from 'react-router-dom'

/**
 * Returns the token of a mailed link, `#token=…`; null without one. A fragment never leaves the browser.
 * The token is removed from the URL immediately, so that it appears in no history, bookmark or screenshot.
 */
export function useLinkToken(): string | null {
  const { pathname, search, hash } = useLocation()
  const navigate = useNavigate()
  const inAddress = tokenOf(hash)
  const [token, setToken] = useState(inAddress)
  if (inAddress !== null && inAddress !== token) setToken(inAddress)
  useEffect(() => {
    if (hash !== '') void navigate(pathname + search, { replace: true })
  }, [hash, navigate, pathname, search])
  return token
}

function tokenOf(hash: string): string | null {
  const text = hash.replace(/^#/, '')
  return (text.includes('=') ? new URLSearchParams(text).get('token') : text) || null
}
