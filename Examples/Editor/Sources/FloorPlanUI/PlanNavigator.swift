import FloorPlan
import Observation
import Postil
import PostilViewer

/// What the window does: a first tap on a room begins a route there, every further one leads it to another room.
@Observable
public final class PlanNavigator {
  /// The plan in its window.
  public let session: ViewerSession
  private let venue: Venue
  private let graph: RouteGraph
  /// The room that routes begin in; `nil` until one was tapped.
  public private(set) var start: Room?
  /// The room that the shown route leads to.
  public private(set) var target: Room?
  /// What the window says.
  public private(set) var text = PlanNavigator.invitation
  /// Whether routes have no steps. A route that is shown is looked for again.
  public var isStepFree = false {
    didSet { if isStepFree != oldValue, target != nil { showRoute() } }
  }

  static let invitation = "Tap the room that you are in."

  /// Makes a navigator without a plan: ``open(_:)`` gives it one.
  public init(_ venue: Venue, session: ViewerSession = ViewerSession()) {
    self.venue = venue
    self.session = session
    graph = RouteGraph(venue)
  }

  /// Begins routes in a room.
  public func begin(in room: Room) {
    start = room
    target = nil
    text = "From \(room.name ?? room.id): tap the room to go to."
  }

  /// Does what a tap at a point of the view asks for: follows the sign to another floor, begins a route, or leads it to the room.
  public func tap(_ point: ViewPoint) {
    if let link = session.link(at: point) {
      _ = session.follow(link)
      return
    }
    guard let room = room(at: point) else { return }
    guard start != nil else { return begin(in: room) }
    target = room
    showRoute()
  }

  /// Takes the route away and begins anew.
  public func clear() {
    (start, target, text) = (nil, nil, Self.invitation)
    guard let document = session.document else { return }
    do { try PlanDocument.clear(document) } catch { text = error.localizedDescription }
  }

  /// The room at a point of the view; `nil` beside all of them.
  func room(at point: ViewPoint) -> Room? {
    guard let document = session.document, let hit = session.viewport.pagePoint(at: point),
      let transform = session.transform(of: hit.page), let index = document.index(of: hit.page),
      let plan = try? PlanDocument(document, venue)
    else { return nil }
    return plan.room(at: transform.pagePoint(hit.point), onPage: index)
  }

  private func showRoute() {
    guard let start, let target, let document = session.document else { return }
    do {
      let route = try graph.route(from: start, to: target, isStepFree: isStepFree)
      try PlanDocument(document, venue).show(route)
      text = route.description
    } catch {
      text = error.localizedDescription
    }
  }
}
