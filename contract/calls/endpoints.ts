import { accountEndpoints } from '../people/account.ts'
import { alertRuleEndpoints } from '../alerts/alertRules.ts'
import { alertEndpoints } from '../alerts/alerts.ts'
import { animalEndpoints } from '../herd/animals.ts'
import { animalGroupEndpoints } from '../herd/animals/animalGroups.ts'
import { animalPhotoEndpoints } from '../herd/animals/animalPhotos.ts'
import { animalWeightEndpoints } from '../herd/animals/animalWeights.ts'
import { authEndpoints } from '../people/auth.ts'
import { baseMapEndpoints } from '../herd/baseMap.ts'
import { borrowerEndpoints } from '../herd/borrowers.ts'
import { cameraEndpoints, cameraFarmEndpoints, cameraPenEndpoints, projectCameraEndpoints } from '../projects/cameras.ts'
import { claimEndpoints } from '../herd/coverage/claims.ts'
import { collateralEndpoints } from '../projects/collateral.ts'
import { countyEndpoints } from '../herd/counties.ts'
import { dailyLogEndpoints } from '../projects/dailyLogs.ts'
import { displayEndpoints } from '../people/displays.ts'
import { farmEndpoints } from '../herd/farms.ts'
import { finderEndpoints } from '../office/finder.ts'
import { gatewayEndpoints } from '../herd/gateways.ts'
import { goalEndpoints } from '../office/goals.ts'
import { headcountEndpoints } from '../herd/headcounts.ts'
import { importEndpoints, importFaultEndpoints } from './imports.ts'
import { ingestEndpoints } from '../herd/ingest.ts'
import { insurancePolicyEndpoints } from '../herd/insurancePolicies.ts'
import { insuredAnimalEndpoints } from '../herd/coverage/insuredAnimals.ts'
import { lookupEndpoints } from '../herd/lookups.ts'
import { monitorEndpoints } from '../herd/monitor.ts'
import { neckbandEndpoints } from '../herd/neckbands.ts'
import { movementPermitEndpoints, permitFarmEndpoints } from '../projects/movementPermits.ts'
import { noticeEndpoints } from '../office/notices.ts'
import { organisationEndpoints } from '../people/organisations.ts'
import { outboxEndpoints } from '../office/outbox.ts'
import { pledgeEndpoints } from '../projects/pledges.ts'
import { penEndpoints } from '../herd/pens.ts'
import { projectEndpoints } from '../projects/projects.ts'
import { releaseEndpoints } from '../projects/releases.ts'
import { replayEndpoints } from '../herd/replay.ts'
import { rejectedReadingEndpoints, unknownDeviceEndpoints } from '../herd/unknownDevices.ts'
import { userEndpoints } from '../people/users.ts'
import { savedViewEndpoints } from '../office/savedViews.ts'
import { sealEndpoints } from '../projects/seals.ts'
import { securityEventEndpoints } from '../people/securityEvents.ts'
import { standInEndpoints } from '../office/standIns.ts'
import { treatmentEndpoints } from '../herd/animals/treatments.ts'
import { ticketEndpoints } from '../office/tickets.ts'
import { dayCloseEndpoints } from '../projects/dayCloses.ts'
import { ledgerEntryEndpoints } from '../projects/ledgerEntries.ts'
import { projectCoverageEndpoints } from '../projects/projectCoverage.ts'
import { projectHeadEndpoints } from '../projects/projectHeads.ts'
import { projectHeadcountEndpoints } from '../projects/projectHeadcounts.ts'

/** Every call of the product, by noun: what the server binds, the client is typed by and the mocks answer. */
export const endpoints = {
  account: accountEndpoints,
  alertRules: alertRuleEndpoints,
  alerts: alertEndpoints,
  animals: animalEndpoints,
  animalGroups: animalGroupEndpoints,
  animalPhotos: animalPhotoEndpoints,
  animalWeights: animalWeightEndpoints,
  auth: authEndpoints,
  baseMap: baseMapEndpoints,
  borrowers: borrowerEndpoints,
  cameras: cameraEndpoints,
  cameraFarms: cameraFarmEndpoints,
  cameraPens: cameraPenEndpoints,
  claims: claimEndpoints,
  collateral: collateralEndpoints,
  counties: countyEndpoints,
  dailyLogs: dailyLogEndpoints,
  displays: displayEndpoints,
  farms: farmEndpoints,
  finder: finderEndpoints,
  gateways: gatewayEndpoints,
  goals: goalEndpoints,
  headcounts: headcountEndpoints,
  imports: importEndpoints,
  importFaults: importFaultEndpoints,
  ingest: ingestEndpoints,
  insurancePolicies: insurancePolicyEndpoints,
  insuredAnimals: insuredAnimalEndpoints,
  lookups: lookupEndpoints,
  monitor: monitorEndpoints,
  movementPermits: movementPermitEndpoints,
  neckbands: neckbandEndpoints,
  notices: noticeEndpoints,
  organisations: organisationEndpoints,
  outbox: outboxEndpoints,
  pens: penEndpoints,
  permitFarms: permitFarmEndpoints,
  pledges: pledgeEndpoints,
  projectCameras: projectCameraEndpoints,
  rejectedReadings: rejectedReadingEndpoints,
  projects: projectEndpoints,
  releases: releaseEndpoints,
  replay: replayEndpoints,
  unknownDevices: unknownDeviceEndpoints,
  users: userEndpoints,
  savedViews: savedViewEndpoints,
  seals: sealEndpoints,
  securityEvents: securityEventEndpoints,
  standIns: standInEndpoints,
  tickets: ticketEndpoints,
  treatments: treatmentEndpoints,
  dayCloses: dayCloseEndpoints,
  projectCoverage: projectCoverageEndpoints,
  projectHeadcounts: projectHeadcountEndpoints,
  projectHeads: projectHeadEndpoints,
  ledgerEntries: ledgerEntryEndpoints,
}
