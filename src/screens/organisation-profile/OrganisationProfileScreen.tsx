import './organisationProfile.css'
import { useIntl } from 'react-intl'
import { useSearchParams } from 'react-router-dom'
import { Tabs } from '../../controls/Tabs.tsx'
import { ListPage } from '../../list/ListPage.tsx'
import { colleagueList } from '../../entities/userLists.tsx'
import { goalList } from './goalList.tsx'
import { SignInProvider } from './SignInProvider.tsx'
import { OwnOrganisation } from './OwnOrganisation.tsx'

const tabs = [
  { key: 'profile', labelId: 'orgProfile.profile', children: <OwnOrganisation /> },
  { key: 'users', labelId: 'orgProfile.users', children: <ListPage list={colleagueList} /> },
  { key: 'signIn', labelId: 'issuer.tab', children: <SignInProvider /> },
  { key: 'goals', labelId: 'orgProfile.goals', children: <ListPage list={goalList} /> },
] as const

/** The user's organisation, for its administrator: profile, users and goals. */
export function OrganisationProfileScreen() {
  const intl = useIntl()
  const [query, setQuery] = useSearchParams()
  const tab = tabs.find(({ key }) => key === query.get('tab')) ?? tabs[0]
  return (
    <div className="org-profile">
      <Tabs
        label={intl.formatMessage({ id: 'orgProfile.title' })}
        active={tab.key}
        tabs={tabs.map(({ key, labelId }) => ({ key, title: intl.formatMessage({ id: labelId }) }))}
        onChange={(key) => setQuery(key === 'profile' ? {} : { tab: key })}
      >
        {tab.children}
      </Tabs>
    </div>
  )
}
