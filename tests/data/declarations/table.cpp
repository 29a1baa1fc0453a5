// declares in another form: SolveFunction up, down
namespace posewright {

SolveFunction up, down;

}  // namespace posewright
